"""Counts what operations take under callgrind and holds it to counts.json. Usage: see scripts/check-counts."""

import argparse
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import callgrind

HERE = pathlib.Path(__file__).resolve().parent
BASELINE = HERE / "counts.json"
MARK = "assay_counted_stretch"
# Nothing else of the environment gets in, for its length moves the stack.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "LD_BIND_NOW": "1", "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"}


def count(program, operations, options=()):
    """Runs the operations under callgrind. Returns, by operation, how often it was done and the profile of that."""
    with tempfile.TemporaryDirectory(prefix="assay-counts-") as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--dump-before={MARK}", f"--dump-after={MARK}",
             "--dump-line=no", f"--callgrind-out-file={folder}/out", *options, program, *operations],
            env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"check-counts: error: the run under valgrind failed:\n{done.stdout}{done.stderr}")
        counted = {}
        for number, line in enumerate(done.stdout.splitlines(), 1):
            name, times = line.split()
            counted[name] = int(times), callgrind.Profile(pathlib.Path(folder, f"out.{2 * number}").read_text())
        return counted


def figures(times, profile):
    everything, libcrypto = profile.instructions()
    return {
        "own": round((everything - libcrypto) / times), "libcrypto": round(libcrypto / times),
        "allocations": round(profile.allocations().total() / times, 2)}


def compare(name, now, before, tolerance):
    """What is beyond the tolerance, in sentences."""
    words = {"own": "instructions outside libcrypto", "libcrypto": "instructions within libcrypto",
             "allocations": "allocations outside libcrypto"}
    for kind, what in words.items():
        new, old = now[kind], before[kind]
        allowed = tolerance["allocations"] if kind == "allocations" else old * tolerance[f"{kind}Percent"] / 100
        if abs(new - old) > allowed:
            change = f"{new - old:+.1f}" if kind == "allocations" else f"{(new / old - 1) * 100:+.1f} %"
            yield new > old, f"{name}: {new:,} {what}, where counts.json says {old:,} ({change})"


def table(counted):
    print(f"{'per operation':28}{'own':>10}{'libcrypto':>12}{'allocations':>13}")
    for name, now in counted.items():
        print(f"{name:28}{now['own']:>10,}{now['libcrypto']:>12,}{now['allocations']:>13,}")


def check(counted, baseline, expected):
    """Returns the status to exit with."""
    before, tolerance = baseline["operations"], baseline["tolerance"]
    worse, better = [], []
    for name in expected:
        if name not in counted:
            worse.append(f"{name}: not counted")
    for name, now in counted.items():
        if name not in before:
            better.append(f"{name}: not in counts.json")
            continue
        for is_worse, sentence in compare(name, now, before[name], tolerance):
            (worse if is_worse else better).append(sentence)
    for sentence in worse:
        print(f"check-counts: error: {sentence}", file=sys.stderr)
    for sentence in better:
        print(f"check-counts: error: no longer true: {sentence}", file=sys.stderr)
    if worse:
        print("check-counts: hint: scripts/check-counts --profile OPERATION shows where it goes; if that is its price, "
              "take it with scripts/check-counts --accept and say in the commit what is bought for it", file=sys.stderr)
    elif better:
        print("check-counts: hint: keep it: scripts/check-counts --accept", file=sys.stderr)
    return 1 if worse or better else 0


def accept(counted):
    baseline = json.loads(BASELINE.read_text())
    baseline["operations"] = counted
    # One operation a line, so that a change of one shows as one.
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(now)}" for name, now in counted.items())
    head = json.dumps(baseline["tolerance"])
    BASELINE.write_text(f'{{\n  "tolerance": {head},\n  "operations": {{\n{lines}\n  }}\n}}\n')
    print(f"wrote {BASELINE.relative_to(pathlib.Path.cwd())}")


def show(rows, title, limit):
    rows = [row for row in rows if row[0] >= limit]
    print(f"\n{title}")
    for (number, (object_, _)), name in zip(rows, callgrind.demangled([function[1] for _, function in rows])):
        print(f"{number:>12,.1f}  {name[:150]}  {object_.rsplit('/', 1)[-1]}".rstrip())


def profile(program, name):
    """Where the instructions and allocations of one operation come from."""
    times, found = count(program, [name])[name]
    table({name: figures(times, found)})
    outside = sorted(((cost / times, function) for function, cost in found.outside_libcrypto().items()), reverse=True)
    own = sorted(((cost / times, function) for function, cost in found.own.items()
                  if not callgrind.is_libcrypto(function[0])), reverse=True)
    apart = [f"--separate-callers12={allocator}" for allocator in callgrind.ALLOCATORS]
    _, split = count(program, [name], apart)[name]
    allocating = sorted(
        ((number / times, ("", function)) for function, number in split.allocating_functions().items()), reverse=True)
    show(outside, "instructions of a function and what it called, without libcrypto's", 200)
    show(own, "instructions of a function itself", 100)
    show(allocating, "allocations within the nearest function of ours", 0.5)


def main():
    # Whoever ends it leaves no folder behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser(prog="scripts/check-counts")
    parser.add_argument("--program", required=True)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--profile", metavar="OPERATION")
    parser.add_argument("operations", nargs="*")
    arguments = parser.parse_args()
    if arguments.accept and arguments.operations:
        parser.error("--accept takes all operations")
    if arguments.profile:
        profile(arguments.program, arguments.profile)
        return 0
    began = time.monotonic()
    counted = {name: figures(*found) for name, found in count(arguments.program, arguments.operations).items()}
    table(counted)
    if arguments.accept:
        accept(counted)
        return 0
    baseline = json.loads(BASELINE.read_text())
    status = check(counted, baseline, arguments.operations or baseline["operations"])
    print(f"check-counts: {len(counted)} operations, {time.monotonic() - began:.0f} s")
    return status


sys.exit(main())
