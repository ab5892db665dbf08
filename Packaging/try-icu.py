"""Gives Packaging/icu data of another form than it knows: try-icu.py ARCHIVE. It must stop and say what is wrong."""

import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# What is in the data, what takes its place, and what must be said. The order of names stays where that is not what is wrong.
DAMAGES = [
    (b"CmnD\x01", b"CmnD\x02", "does not start as the common data of ICU does"),
    (b"\xda\x27\x14\x00", b"\xda\x27\x18\x00", "does not start as the common data of ICU does"),
    (b"/zone/zu.res\0", b"/zonea/u.res\0", "has the folder 'zonea', which this script does not know"),
    (b"/zone/zu.res\0", b"/zone/zu.rez\0", "has 'zone/zu.rez', of a kind that this script does not know"),
    (b"/zone/zu.res\0", b"/aone/zu.res\0", "has names in another order"),
    (b"l/zone/zu.res\0", b"m/zone/zu.res\0", "has items of"),
    (None, None, "has 0 symbols of data instead of one"),
]


def damaged(archive, old, new):
    if old is None:
        return b"!<arch>\n"
    at = archive.index(old, archive.index(b"CmnD\x01") - 10)
    return archive[:at] + new + archive[at + len(old) :]


def main(path):
    archive = pathlib.Path(path).read_bytes()
    with tempfile.TemporaryDirectory() as name:
        copy, output = pathlib.Path(name) / "copy.a", pathlib.Path(name) / "output.o"
        for old, new, wanted in DAMAGES:
            copy.write_bytes(damaged(archive, old, new))
            done = subprocess.run([HERE / "icu", copy, output], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode != 1 or wanted not in done.stderr or output.exists():
                sys.exit(f"dist-test: of data where {old!r} is {new!r}, Packaging/icu said: {done.returncode} {done.stderr}")
    print(f"dist-test: Packaging/icu refuses data of {len(DAMAGES)} other forms")


main(*sys.argv[1:])
