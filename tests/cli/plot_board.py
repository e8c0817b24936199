"""scripts/plot-board: pictures of files made by the command, looked at pixel by pixel.

usage: plot_board.py COMMAND SCRIPT; exit 77 where h5py, matplotlib or PIL is missing.
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import h5py
    import matplotlib
    import numpy as np
    from PIL import Image
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from pictures import command_and_script  # noqa: E402

COMMAND, SCRIPT, plot = command_and_script()

BOARD = "P..*..\n..*...\n....*E\n.*..T.\n"


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB")).astype(int)


def near(image, axes, row, col, dx=0.3, dy=0.3):
    """The colour of the picture in a cell, away from its centre where a letter may stand."""
    x, y = axes.transData.transform((col + dx, row + dy))
    return image[image.shape[0] - 1 - int(round(y)), int(round(x))]


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="retrograph-plots-"))
        board = cls.folder / "board.txt"
        board.write_text(BOARD)
        cls.result = cls.made("police-thief", board, name="result.h5")
        config = cls.folder / "share.ini"
        config.write_text("kind = police-thief\nsize = 6\nwalls = 0:0.5:0.25\nexits = 0,1\nseed = 0:30\n")
        cls.sweep = cls.made("sweep", config, name="sweep.h5")
        config = cls.folder / "starts.ini"
        config.write_text(f"kind = starts\nboard = {board}\nof = police\n")
        cls.starts = cls.made("sweep", config, name="starts.h5")

    @classmethod
    def made(cls, verb, what, name):
        path = cls.folder / name
        subprocess.run([COMMAND, verb, what, "-o", path], check=True, capture_output=True)
        return str(path)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def assertColour(self, seen, wanted, slack=6):
        self.assertLessEqual(np.abs(seen - np.array(wanted[:3]) * 255).max(), slack, (seen, wanted))

    def test_heat_map_shows_who_wins_and_how_soon(self):
        path = self.folder / "heat.png"
        subprocess.run([SCRIPT, "heat", self.result, "-o", path], check=True)
        axes = plot.heat(self.result)[1]
        image = pixels(path)
        with h5py.File(self.result) as file:
            value, plies = (file["result"][name][0, 3, 4] for name in ("value", "remoteness"))
        shades = {1: [], 2: []}
        for row, text in enumerate(BOARD.split()):
            for col, kind in enumerate(text):
                seen = near(image, axes, row, col)
                if kind == "*":
                    self.assertColour(seen, plot.WALL)
                elif value[row, col] == 1:
                    self.assertGreaterEqual(seen[2], seen[0])  # blue
                    shades[1].append((plies[row, col], seen.sum()))
                elif value[row, col] == 2:
                    self.assertGreaterEqual(seen[0], seen[2])  # red
                    shades[2].append((plies[row, col], seen.sum()))
        self.assertTrue(shades[1] and shades[2])
        for pairs in shades.values():  # the sooner, the darker
            for near_end, dark in pairs:
                for later, light in pairs:
                    if near_end < later:
                        self.assertLess(dark, light)

    def test_share_has_the_means_of_the_file_and_draws_them(self):
        path = self.folder / "share.png"
        subprocess.run([SCRIPT, "share", self.sweep, "--by", "exits", "-o", path], check=True)
        figure, panels, found = plot.share(self.sweep, by="exits")
        image = pixels(path)
        self.assertEqual(len(panels), 2)
        with h5py.File(self.sweep) as file:
            walls, exits, outcome, share = (file["sweep"][c][:] for c in ("walls", "exits", "outcome", "police_share"))
        for axes, group in zip(panels, (0, 1)):
            self.assertEqual([x for x, _ in found[group]], [0.0, 0.25])
            for x, row in found[group]:
                rows = (walls == x) & (exits == group)
                mean, error = row["police wins from the board's start"]
                self.assertAlmostEqual(mean, (outcome[rows] == 1).mean())
                self.assertAlmostEqual(error, np.std(outcome[rows] == 1, ddof=1) / np.sqrt(rows.sum()))
                mean, _ = row["police, share of all starts"]
                self.assertAlmostEqual(mean, share[rows].mean())
                px, py = figure.axes[group].transData.transform((x, mean))
                spot = image[image.shape[0] - 1 - int(round(py)), int(round(px))]
                self.assertLess(spot[0], 160, "no mark at the mean")  # blue or red, not white
        # With no exit the thief never wins.
        self.assertTrue(all(row["thief, share of all starts"][0] == 0 for _, row in found[0]))

    def test_starts_fill_the_board(self):
        path = self.folder / "starts.png"
        subprocess.run([SCRIPT, "starts", self.starts, "-o", path], check=True)
        _, axes, values = plot.starts(self.starts)
        image = pixels(path)
        colours = matplotlib.colormaps["viridis"]
        low, high = values.min(), values.max()
        self.assertLess(low, high)
        for row, text in enumerate(BOARD.split()):
            for col, kind in enumerate(text):
                if kind in "*E":
                    self.assertColour(near(image, axes, row, col), plot.WALL)
                else:
                    self.assertColour(near(image, axes, row, col), colours((values[row, col] - low) / (high - low)))

    def test_animation_moves_the_pieces_along_the_line(self):
        path = self.folder / "play.gif"
        subprocess.run([SCRIPT, "play", self.result, "--command", COMMAND, "-o", path], check=True)
        _, axes, line, _ = plot.play(self.result, COMMAND)
        self.assertEqual(line[0][:2], ((0, 0), (3, 4)))
        self.assertGreater(len(line), 3)
        with Image.open(path) as gif:
            self.assertEqual(gif.n_frames, len(line))
            for ply, (police, thief, _) in enumerate(line):
                gif.seek(ply)
                image = np.asarray(gif.convert("RGB")).astype(int)
                self.assertColour(near(image, axes, *police, 0, 0), plot.POLICE, 30)
                if thief != police:
                    self.assertColour(near(image, axes, *thief, 0, 0), plot.THIEF, 30)
                self.assertColour(near(image, axes, 0, 3, 0, 0), plot.WALL, 30)

    def test_what_cannot_be_drawn_is_said(self):
        for words in (["heat", self.sweep], ["share", self.sweep, "--by", "colour"], ["starts", self.sweep],
                      ["heat", self.result, "--thief", "0,3"], ["play", self.result, "--command", "/bin/false"]):
            done = subprocess.run([SCRIPT, *words, "-o", self.folder / "none.png"], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertFalse((self.folder / "none.png").exists())


if __name__ == "__main__":
    unittest.main()
