"""Reads what callgrind wrote: what each function did by itself, and what it called."""

import collections
import functools
import re
import subprocess

ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}
# Mangled names that begin with a module which is not the standard library.
OURS = re.compile(r"\$s\d+[A-Z]")
NAME = re.compile(r"^(ob|fn|cob|cfn)=\((\d+)\)(?: (.*))?$")


class Profile:
    """One dump. Functions are pairs of the object that they are in and their name."""

    def __init__(self, text):
        # Instructions of each function without what it called.
        self.own = collections.Counter()
        # (caller, callee): how often, and the instructions of the callee and all it called.
        self.calls = collections.Counter()
        self.inclusive = collections.Counter()
        self._read(text.splitlines())
        self._settle_stubs()

    def _read(self, lines):
        names = {"ob": {}, "fn": {}}
        found = {"ob": "", "fn": "", "cob": None, "cfn": ""}
        count = None
        for line in lines:
            match = NAME.match(line)
            if match:
                what, number, name = match.groups()
                table = names["ob" if what.endswith("ob") else "fn"]
                if name is not None:
                    table[number] = name
                found[what] = table[number]
                # Without a word of its own a callee is in its caller's object.
                if what == "fn":
                    found["cob"] = None
            elif line.startswith("calls="):
                count = int(line[6:].split()[0])
            elif line.startswith(tuple("0123456789+-*")):
                cost = int(line.split()[1])
                caller = (found["ob"], found["fn"])
                if count is None:
                    self.own[caller] += cost
                else:
                    callee = (found["cob"] or found["ob"], found["cfn"])
                    self.calls[caller, callee] += count
                    self.inclusive[caller, callee] += cost
                    count, found["cob"] = None, None

    def _settle_stubs(self):
        """Calls between libraries go through stubs that callgrind finds in no object: they are their callers'."""
        home = {callee: caller[0] for caller, callee in self.calls if callee[0] == "???"}

        def settled(function):
            return (home.get(function, function[0]), function[1])

        own, calls, inclusive = self.own, self.calls, self.inclusive
        self.own, self.calls, self.inclusive = (collections.Counter() for _ in range(3))
        for function, cost in own.items():
            self.own[settled(function)] += cost
        for (caller, callee), count in calls.items():
            self.calls[settled(caller), settled(callee)] += count
            self.inclusive[settled(caller), settled(callee)] += inclusive[caller, callee]

    def instructions(self):
        """All of them, and those of libcrypto with what it calls outside of itself, such as the copying of bytes."""
        libcrypto = sum(cost for (object_, _), cost in self.own.items() if is_libcrypto(object_))
        libcrypto += sum(cost for (caller, callee), cost in self.inclusive.items()
                         if is_libcrypto(caller[0]) and not is_libcrypto(callee[0]))
        return sum(self.own.values()), libcrypto

    def allocations(self):
        """How often memory was asked for by others than libcrypto, by caller."""
        callers = collections.Counter()
        for (caller, callee), count in self.calls.items():
            if is_allocator(callee) and not is_allocator(caller) and not is_libcrypto(caller[0]):
                callers[caller] += count
        return callers

    def allocating_functions(self):
        """How often memory was asked for within the nearest function of ours, from a run that kept the callers of
        allocators apart."""
        functions = collections.Counter()
        for (caller, callee), count in self.calls.items():
            if is_allocator(callee) and not is_allocator(caller) and not is_libcrypto(caller[0]):
                chain = callee[1].split("'")[1:]
                functions[next((name for name in chain if OURS.match(name)), caller[1])] += count
        return functions

    def outside_libcrypto(self):
        """Instructions of each function and of all it called, less what libcrypto did of them. Where a function is called
        from several, the share of libcrypto is taken for the same in all."""
        callees = collections.defaultdict(list)
        total = collections.Counter(self.own)
        for (caller, callee), cost in self.inclusive.items():
            callees[caller].append((callee, cost))
            total[caller] += cost
        pending = set()

        @functools.lru_cache(maxsize=None)
        def share(function):
            if is_libcrypto(function[0]) or function in pending:
                return 0.0
            pending.add(function)
            outside = self.own[function] + sum(cost * share(callee) for callee, cost in callees[function])
            pending.discard(function)
            return outside / total[function] if total[function] else 0.0

        return {function: total[function] * share(function) for function in total if not is_libcrypto(function[0])}


def is_libcrypto(object_):
    return "/libcrypto.so" in object_


def is_allocator(function):
    return "/libc.so" in function[0] and function[1].split("'")[0] in ALLOCATORS


def demangled(names):
    """Names as Swift's own tools write them, in the same order."""
    done = subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input="\n".join(names), text=True, check=True,
        stdout=subprocess.PIPE)
    return done.stdout.splitlines()
