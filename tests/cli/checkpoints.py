#!/usr/bin/env python3
"""Runs that are killed, damaged and starved of disk: checkpoints.py CASE COMMAND

CASE is kill, damage or full-disk. Every verb that keeps checkpoints is run undisturbed once; then it is killed
again and again, each time at a random moment, by another engine on another number of threads, until it gets
through: its output has to be the same byte for byte. RETROGRAPH_TEST_SCALE of 10 or more makes hundreds of
kills of ten. Exits 77 where the case cannot run.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SCALE = float(os.environ.get("RETROGRAPH_TEST_SCALE", "1"))
KILLS = round(25 * SCALE) if SCALE >= 10 else 10
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("RETROGRAPH_", "SLURM_"))}
ENVIRONMENT["XDG_CONFIG_HOME"] = "/nonexistent"


class Failed(Exception):
    pass


def check(condition, *what):
    if not condition:
        raise Failed(" ".join(str(w) for w in what))


class Command:
    """One run of the command, which may be sent a signal on its way."""

    def __init__(self, words):
        self.words = [str(w) for w in words]

    def run(self, after=None, number=None):
        with subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as run:
            if after is not None:
                time.sleep(after)
                run.send_signal(number)
            out, err = run.communicate()
        return run.returncode, out.decode(), err.decode()

    def good(self):
        code, out, err = self.run()
        check(code == 0, "exit", code, "of", " ".join(self.words), err)
        return out


class Verb:
    """Words of a verb with an output; `choices` are lists of words of which any may be taken, run by run."""

    def __init__(self, binary, folder, name, words, choices=((),), output=True):
        self.binary, self.folder, self.name, self.words, self.choices = binary, folder, name, words, choices
        self.output = output
        self.file = folder / f"{name}.out"
        start = time.monotonic()
        self.whole = self.answer(self.command(choice=0).good())
        self.seconds = time.monotonic() - start
        self.clear()

    def command(self, choice=None, every="0.02s", place=None):
        words = [self.binary, *self.words, "--checkpoint-every", every]
        words += ["--checkpoint", place or self.file]
        words += ["--reproducible", "-o", self.file] if self.output else ["--json"]
        words += self.choices[random.randrange(len(self.choices)) if choice is None else choice]
        return Command(words + ["--threads", random.choice([1, 2, 3])])

    def answer(self, out):
        if self.output:
            return self.file.read_bytes()
        told = json.loads(out)
        for key in ("seconds", "threads", "peak_rss_bytes"):
            told.pop(key, None)
        return told

    def generations(self):
        return [pathlib.Path(f"{self.file}.ckpt.{i}") for i in (0, 1)]

    def leavings(self):
        return sorted(p for p in self.folder.iterdir() if p.name.startswith(self.file.name + "."))

    def clear(self):
        for path in [self.file, *self.leavings()]:
            path.unlink(missing_ok=True)

    def look_at(self, code, out):
        """An output that is there is the right one, also of a run that was killed a moment later."""
        if code == 0 or (self.output and self.file.exists()):
            check(self.answer(out) == self.whole, self.name, "ends with another answer")
            self.clear()

    def must_end_well(self, command):
        out = command.good()
        check(self.answer(out) == self.whole, self.name, "ends with another answer:", " ".join(command.words))
        check(not self.leavings(), "left behind:", *self.leavings())
        self.clear()

    def stopped(self):
        """Stops it with both generations there; False if it is too quick for that."""
        for attempt in range(60):
            # From the middle of the run on; a slow start must not keep it from getting there.
            code, _, err = self.command(every="0.01s").run(self.seconds * random.uniform(0.2, 0.9), signal.SIGTERM)
            check(code in (0, 75, 143, -signal.SIGTERM), self.name, "exit", code, err)
            if code == 75 and all(p.exists() for p in self.generations()):
                return True
            if code == 0:
                self.clear()
        return False


def write_board(path, rows, columns, walls, seed):
    dice = random.Random(seed)
    cells = [["*" if dice.random() < walls else "." for _ in range(columns)] for _ in range(rows)]
    cells[0][0], cells[rows // 2][columns // 2], cells[rows - 1][columns - 1] = "P", "T", "E"
    path.write_text("".join("".join(row) + "\n" for row in cells))
    return path


def verbs(binary, folder):
    def generated(name, *words):
        Command([binary, "generate", *words, "-o", folder / name]).good()
        return folder / name

    grid = generated("grid.h5", "grid", 400, 400)
    loopy = generated("loopy.h5", "random", "--vertices", 60000, "--degree", 3, "--dead-ends", 0.1, "--seed", 3)
    small = generated("small.h5", "grid", 9, 9)
    wide = write_board(folder / "wide.txt", 66, 66, 0.2, 1)
    narrow = write_board(folder / "narrow.txt", 22, 22, 0.15, 2)
    config = folder / "c.ini"
    config.write_text("kind = police-thief\nsize = 13\nseed = 0:40\nengine = on-the-fly\n")
    engines = [("--engine", name) for name in ("adaptive", "forward", "frontier", "reference")]
    levels = [("--engine", name) for name in ("explicit", "on-the-fly")]

    def verb(name, *words, choices=((),), output=True):
        return Verb(binary, folder, name, words, choices, output)

    yield verb("solve-deep", "solve", grid, "--best-move", choices=engines)
    yield verb("solve", "solve", loopy, choices=engines)
    yield verb("police-thief", "police-thief", wide, "--engine", "bit-rows", "--store", "summary")
    yield verb("board-levels", "police-thief", narrow, choices=levels)
    yield verb("pursuit", "pursuit", small, "--cops", 3, output=False)
    yield verb("mex", "grundy-graph", grid)
    yield verb("smith", "grundy-graph", loopy)
    yield verb("grundy", "grundy", "0.106", "--count", 400000)
    yield verb("sweep", "sweep", config)


def kill(binary, folder):
    for verb in verbs(binary, folder):
        ends = 0
        for _ in range(KILLS):
            number = random.choice([signal.SIGKILL] * 4 + [signal.SIGTERM])
            command = verb.command()
            code, out, err = command.run(random.uniform(0, 1.1 * verb.seconds), number)
            check(code in (0, 75, 143, -number), verb.name, "exit", code, err)
            ends += code == 0
            verb.look_at(code, out)
        verb.must_end_well(verb.command())
        print(f"{verb.name}: {KILLS} signals, {ends} runs had ended before; {verb.seconds:.2f} s undisturbed")


def flip(path):
    content = bytearray(path.read_bytes())
    content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def damage(binary, folder):
    for verb in verbs(binary, folder):
        if not verb.stopped():
            print(f"{verb.name}: too quick to be stopped with two generations")
            continue
        kept = [p.read_bytes() for p in verb.generations()]
        for path in verb.generations():
            Command([binary, "verify", path]).good()
            flip(path)
            # Where the mark at its beginning is hit, it is no checkpoint any more.
            code, _, err = Command([binary, "verify", path]).run()
            check(code in (1, 65), verb.name, "verify is exit", code, "for a damaged checkpoint", err)
        damaged = [p.read_bytes() for p in verb.generations()]
        code, _, err = verb.command().run()
        check(code == 65 and "none is whole" in err, verb.name, "exit", code, err)
        check([p.read_bytes() for p in verb.generations()] == damaged, verb.name, "touches damaged files")
        check(not verb.file.exists(), verb.name, "writes beside damaged files")
        for whole in random.sample([0, 1], 2):
            for path, content in zip(verb.generations(), kept):
                path.write_bytes(content)
            flip(verb.generations()[1 - whole])
            verb.must_end_well(verb.command())
        print(f"{verb.name}: good")


class Tmpfs:
    def __init__(self, folder, size):
        self.folder = folder
        folder.mkdir()
        self.there = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder],
                                    stderr=subprocess.DEVNULL, check=False).returncode == 0

    def resize(self, size):
        subprocess.run(["mount", "-o", f"remount,size={size}", self.folder], check=True)

    def close(self):
        if self.there:
            subprocess.run(["umount", self.folder], check=True)


def full_disk(binary, folder):
    graph = folder / "graph.h5"
    Command([binary, "generate", "random", "--vertices", 300000, "--degree", 4, "--dead-ends", 0.1, "--seed", 1,
             "-o", graph]).good()
    disk = Tmpfs(folder / "disk", "100k")
    if not disk.there:
        print("skipped: a small tmpfs cannot be mounted")
        return 77
    try:
        out, there = folder / "out.h5", disk.folder / "out.h5"
        words = [binary, "solve", graph, "--reproducible", "--engine", "reference", "--best-move",
                 "--checkpoint-every", "0.01s"]
        Command([*words, "-o", out]).good()
        whole = out.read_bytes()
        out.unlink()

        # The checkpoints: none fits.
        command = Command([*words, "-o", out, "--checkpoint", there])
        code, _, err = command.run()
        check(code in (71, 74), "a full disk under checkpoints is exit", code, err)
        check(not out.exists() and not any(disk.folder.iterdir()), "something is left of a full disk")
        # One was written, the next does not fit.
        disk.resize("64m")
        for attempt in range(20):
            # Ever later, so that it is not always too soon where everything is slow.
            code, _, err = command.run(0.05 * (attempt + 1), signal.SIGTERM)
            check(code in (0, 75, -signal.SIGTERM), "exit", code, err)
            if code == 75:
                break
            out.unlink(missing_ok=True)
        check(code == 75, "never stopped with a checkpoint")
        kept = {p.name: p.read_bytes() for p in disk.folder.iterdir()}
        (disk.folder / "ballast").write_bytes(bytes((64 << 20) - sum(len(c) + 8192 for c in kept.values()) - (1 << 17)))
        code, _, err = command.run()
        check(code in (71, 74), "a full disk under later checkpoints is exit", code, err)
        (disk.folder / "ballast").unlink()
        check({p.name: p.read_bytes() for p in disk.folder.iterdir()} == kept, "a full disk touches checkpoints")
        command.good()
        check(out.read_bytes() == whole and not any(disk.folder.iterdir()), "not resumed after a full disk")

        # The output: it does not fit, checkpoints elsewhere go on.
        disk.resize("300k")
        command = Command([*words, "-o", there, "--checkpoint", folder / "state"])
        code, _, err = command.run()
        check(code in (71, 74), "a full disk under the output is exit", code, err)
        check(not any(disk.folder.iterdir()), "half an output")
        check((folder / "state.ckpt.0").exists(), "no checkpoint to go on from")
        disk.resize("64m")
        command.good()
        check(there.read_bytes() == whole, "the resumed output differs")
    finally:
        disk.close()
    print("full-disk: good")
    return 0


def main():
    case, binary = sys.argv[1:]
    seed = random.randrange(1 << 32)
    random.seed(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="retrograph-"))
    try:
        return {"kill": kill, "damage": damage, "full-disk": full_disk}[case](binary, folder) or 0
    except Failed as failure:
        print(f"failed (seed {seed}): {failure}")
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
