"""scripts/plot-grundy: pictures of tables made by the command, looked at pixel by pixel.

usage: plot_grundy.py COMMAND SCRIPT; exit 77 where h5py or matplotlib is missing.
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import h5py
    import matplotlib
    import numpy as np
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from pictures import command_and_script  # noqa: E402

COMMAND, SCRIPT, plot = command_and_script()


class Picture(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="retrograph-plots-")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def table(self, *words):
        path = Path(self.folder.name) / "table.h5"
        subprocess.run([COMMAND, "grundy", *words, "-o", path, "--force"], check=True, capture_output=True)
        return path

    def picture(self, figure):
        figure.canvas.draw()
        self.image = np.asarray(figure.canvas.buffer_rgba())[:, :, :3].astype(float) / 255

    def colour(self, axes, heap, value):
        x, y = axes.transData.transform((heap, value))
        return self.image[self.image.shape[0] - 1 - int(y), int(x)]

    def is_near(self, colour, wanted, far=0.25):
        self.assertLess(np.abs(colour - np.array(wanted)).max(), far, f"{colour} is not {wanted}")

    def test_points_and_period(self):
        path = self.table("0.137", "--count", "300", "--find-period")
        with h5py.File(path) as file:
            values = file["grundy/value"][:]
        figure, axes = plot.draw(path)
        self.picture(figure)
        for heap in range(5, 300, 7):
            self.is_near(self.colour(axes, heap, int(values[heap])), plot.POINT)
        empty = max(values) + 0.4
        self.is_near(self.colour(axes, 20, empty), (1, 1, 1), 0.02)
        self.is_near(self.colour(axes, 52, empty), plot.FIRST, 0.02)
        self.is_near(self.colour(axes, 84, empty), plot.FIRST, 0.02)
        self.is_near(self.colour(axes, 120, empty), plot.GROUND, 0.02)
        self.assertIn("period 34 from 52", axes.get_title())

    def test_counts_and_rares(self):
        path = self.table("0.104", "--count", "40000", "--engine", "sparse")
        figure, axes = plot.draw(path)
        self.picture(figure)
        with h5py.File(path) as file:
            heaps, rares = file["grundy/rare/heap"][:], file["grundy/rare/value"][:]
            values = file["grundy/value"][:]
        # The last rare heap of a figure that starts there stands alone at its left end.
        self.is_near(self.colour(axes, int(heaps[-1]), int(rares[-1])), plot.RARE)
        self.is_near(self.colour(axes, 39000, int(values.max()) + 1), (1, 1, 1), 0.02)
        cell = self.colour(axes, 20000, int(np.bincount(values[19000:21000]).argmax()))
        self.assertLess(cell[0], 0.6)  # many heaps: a dark blue
        self.assertGreater(cell[2], cell[0])

    def test_refusals(self):
        for words in (["missing.h5"], [self.table("0.137", "--count", "30"), "--from", "40"]):
            run = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 1)
            self.assertIn("plot-grundy:", run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
