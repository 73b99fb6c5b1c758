"""The files of the project, and the report of a check. Shared by the checks that are written in Python."""
import pathlib
import subprocess
import sys


def files(*patterns):
    """Paths of files that git tracks or would track, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        check=True, capture_output=True, text=True).stdout
    paths = (pathlib.Path(name) for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.is_file()]


def lines(path):
    """Numbered lines of a text; none of a file that is not text."""
    try:
        return list(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    except UnicodeDecodeError:
        return []


def code(line):
    """A line of Swift without its comment."""
    start = 0
    while (start := line.find("//", start)) >= 0:
        if start == 0 or line[start - 1].isspace():
            return line[:start]
        start += 2
    return line


def report(faults, summary):
    """Ends the check: `faults` are (path, line, words)."""
    for path, line, words in faults:
        print(f"{path}:{line}: {words}")
    if faults:
        sys.exit(1)
    print(summary)
