"""Files of the project seen by stock h5py, SciPy and h5dump, and theirs seen by the project.

usage: interop.py HELPER; exit 77 where h5py or SciPy is missing.
"""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import h5py
    import numpy as np
    from scipy.io import mmread, mmwrite
    from scipy.sparse import coo_matrix, csr_matrix, load_npz, random as random_matrix, save_npz
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

HELPER = sys.argv.pop(1)


def text(value):
    """Strings of fixed length come as bytes."""
    return value.decode()


def successors(v):
    return sorted((v * 7 + k) % 3000 for k in range(v % 5))


def printed(path):
    lines = subprocess.run([HELPER, "print", str(path)], check=True, capture_output=True, text=True).stdout.splitlines()
    return [int(x) for x in lines[0].split()], [[int(x) for x in line.split()] for line in lines[1:]]


class Interop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="retrograph-interop-"))
        subprocess.run([HELPER, "write", str(cls.folder)], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_graph_is_a_csr_matrix(self):
        for name in "graph.h5", "compressed.h5":
            with h5py.File(self.folder / name) as f:
                g = f["graph"]
                self.assertEqual(g.attrs["encoding-type"], "csr_matrix")
                self.assertEqual(g.attrs["encoding-version"], "0.1.0")
                self.assertEqual(g["indptr"].dtype, np.int64)
                self.assertEqual(g["indices"].dtype, np.int32)
                self.assertEqual(g["data"].dtype, np.int8)
                self.assertEqual(g["data"].id.get_storage_size(), 0)
                self.assertTrue((g["data"][:] == 1).all())
                self.assertEqual(g["indptr"].chunks is None, name == "graph.h5")
                m = csr_matrix((g["data"][:], g["indices"][:], g["indptr"][:]), shape=tuple(g.attrs["shape"]))
                m.check_format(full_check=True)
                self.assertEqual(len(g["indptr"].attrs["xxh3"]), 16)
                for v in range(3000):
                    self.assertEqual(list(m.indices[m.indptr[v]:m.indptr[v + 1]]), successors(v))
                legend = h5py.check_enum_dtype(g["terminal"].dtype)
                self.assertEqual(legend, {"draw": 0, "win": 1, "lose": 2, "tie": 3, "none": 255})
                self.assertEqual(g["terminal"][4], 3)
                self.assertEqual(int((g["terminal"][:] == 255).sum()), 2999)
                self.assertEqual(list(np.nonzero(g["owner"][:])[0]), [5])

    def test_board_result(self):
        with h5py.File(self.folder / "board.h5") as f:
            value, plies, move = f["result/value"], f["result/remoteness"], f["result/best_move"]
            self.assertEqual(value.shape, (2, 3, 4, 3, 4))
            self.assertEqual(plies.dtype, np.uint16)
            self.assertEqual(move.dtype, np.uint32)
            for d in value, plies, move:
                self.assertEqual((d.compression, d.fletcher32), ("gzip", True))
                self.assertEqual(d.shuffle, d.dtype.itemsize > 1)
                self.assertIn("long_name", d.attrs)
                self.assertIn("units", d.attrs)
            self.assertEqual(list(value.attrs["flag_values"]), [0, 1, 2, 3, 255])
            self.assertEqual(text(value.attrs["flag_meanings"]), "draw win lose tie none")
            wall = 5
            v, r, b = value[:].reshape(2, 12, 12), plies[:].reshape(2, 12, 12), move[:].reshape(2, 12, 12)
            for turn in range(2):
                for thief in range(12):
                    for police in range(12):
                        here = v[turn, thief, police], r[turn, thief, police], b[turn, thief, police]
                        if wall in (thief, police):
                            want = 255, 0xFFFF, 0xFFFFFFFF
                        else:
                            x = (police + thief + turn) % 3
                            want = (x, 0xFFFF if x == 0 else 10 * thief + police,
                                    0xFFFFFFFF if police == 0 else 12 * thief + police)
                        self.assertEqual(tuple(int(y) for y in here), want)
            s = f["summary"]
            self.assertEqual(int(s["count"][:].sum()), 2 * 11 * 11)
            self.assertEqual(int(s.attrs["win"]), int((v == 1).sum()))
            self.assertEqual(text(f["result"].attrs["board"]), "P..E\n.*T.\n....\n")

    def test_provenance(self):
        with h5py.File(self.folder / "board.h5") as f:
            a = f.attrs
            self.assertEqual(a["complete"], 1)
            self.assertEqual(text(a["tool_version"]), "0.0-test")
            self.assertEqual(text(a["input_name"]), "b\u00f6ard.txt")
            self.assertEqual(a["input_size"], 9)
            self.assertIn("first=police\n", text(a["rules"]))
            for name in "command_line", "config", "engine", "host", "start", "end", "threads", "ranks", "seconds", \
                    "peak_rss_bytes", "input_hash":
                self.assertIn(name, a)

    def test_table(self):
        with h5py.File(self.folder / "table.h5") as f:
            want = (np.arange(100000, dtype=np.uint64) ** 2 % 301).astype(np.uint16)
            self.assertEqual(f["grundy/value"].dtype, np.uint16)
            self.assertTrue((f["grundy/value"][:] == want).all())
            counts = np.bincount(want[1:])
            self.assertTrue((f["grundy/histogram/count"][-1][:len(counts)] == counts).all())
            self.assertEqual(f["grundy/histogram/heaps"][-1], 99999)
            self.assertEqual(text(f["grundy"].attrs["game"]), "0.137")
            self.assertEqual(f["grundy"].attrs["period_length"], 34)

    def test_every_dataset_is_described(self):
        for path in self.folder.glob("*.h5"):
            with h5py.File(path) as f:
                def check(name, item):
                    if isinstance(item, h5py.Dataset) and name != "edges":  # for other programs, bare
                        self.assertIn("long_name", item.attrs, name)
                        self.assertIn("units", item.attrs, name)
                f.visititems(check)

    @unittest.skipUnless(shutil.which("h5dump"), "no h5dump")
    def test_h5dump_reads_everything(self):
        for path in self.folder.glob("*.h5"):
            dump = subprocess.run(["h5dump", str(path)], capture_output=True, text=True)
            self.assertEqual(dump.returncode, 0, dump.stderr)
            self.assertEqual(dump.stderr, "")
        self.assertIn("win", subprocess.run(["h5dump", "-d", "/result/value", str(self.folder / "board.h5")],
                                            capture_output=True, text=True).stdout)

    def test_graphs_of_others_are_read(self):
        m = random_matrix(50, 50, density=0.1, format="csr", random_state=1)
        m.sort_indices()
        want = [list(m.indices[m.indptr[v]:m.indptr[v + 1]]) for v in range(50)]
        for number, (ptr, ind, options) in enumerate([
                ("i8", "i4", {}), ("i4", "i4", {}), ("u8", "u8", {}), (">i8", ">i4", {}), ("i8", "i8", {}),
                ("i4", "i2", {"chunks": (7,), "compression": "gzip", "shuffle": True}),
                ("i8", "u1", {"chunks": (11,), "compression": "gzip", "fletcher32": True})]):
            path = self.folder / f"theirs-{number}.hdf5"
            with h5py.File(path, "w") as f:
                g = f.create_group("graph")
                g.attrs["encoding-type"] = "csr_matrix"
                g.attrs["encoding-version"] = "0.1.0"
                g.attrs["shape"] = m.shape
                g.create_dataset("indptr", data=m.indptr.astype(ptr), **options)
                g.create_dataset("indices", data=m.indices.astype(ind), **options)
                g.create_dataset("data", data=m.data)
            head, rows = printed(path)
            self.assertEqual(head, [50, m.nnz])
            self.assertEqual(rows, want)

    def test_matrices_are_written_for_scipy(self):
        want = [successors(v) for v in range(3000)]
        for m in load_npz(self.folder / "graph.npz"), mmread(str(self.folder / "graph.mtx")).tocsr():
            self.assertEqual(m.shape, (3000, 3000))
            m.sort_indices()
            self.assertEqual([list(m.indices[m.indptr[v]:m.indptr[v + 1]]) for v in range(3000)],
                             [sorted(set(row)) if m.dtype.kind == "f" else row for row in want])
        with h5py.File(self.folder / "edges.h5") as f:
            self.assertEqual(f["edges"].shape, (sum(map(len, want)), 2))
            self.assertEqual([list(e) for e in f["edges"][:4]], [[1, 7], [2, 14], [2, 15], [3, 21]])

    def test_matrices_of_scipy_are_read(self):
        m = random_matrix(70, 70, density=0.1, format="csr", random_state=2)
        m.sort_indices()
        want = [list(m.indices[m.indptr[v]:m.indptr[v + 1]]) for v in range(70)]
        for compressed in True, False:
            path = self.folder / f"scipy-{compressed}.npz"
            save_npz(path, m, compressed=compressed)
            self.assertEqual(printed(path), ([70, m.nnz], want))
        mmwrite(str(self.folder / "scipy.mtx"), m)
        self.assertEqual(printed(self.folder / "scipy.mtx"), ([70, m.nnz], want))
        both = m + m.T
        both.sort_indices()
        mmwrite(str(self.folder / "symmetric.mtx"), both, symmetry="symmetric")
        self.assertIn("symmetric", (self.folder / "symmetric.mtx").read_text().splitlines()[0])
        self.assertEqual(printed(self.folder / "symmetric.mtx")[1],
                         [list(both.indices[both.indptr[v]:both.indptr[v + 1]]) for v in range(70)])
        save_npz(self.folder / "csc.npz", m.tocsc())
        run = subprocess.run([HELPER, "print", str(self.folder / "csc.npz")], capture_output=True, text=True)
        self.assertEqual(run.returncode, 65, run.stderr)
        self.assertIn("csc", run.stderr)

    def test_edges_of_others_are_read(self):
        m = coo_matrix(random_matrix(40, 40, density=0.1, random_state=3))
        pairs = np.stack([m.row, m.col], axis=1)
        want = [sorted(int(c) for r, c in pairs if r == v) for v in range(int(pairs.max()) + 1)]
        for number, (kind, options) in enumerate([("i4", {}), ("u8", {}), (">i8", {}), ("u1", {"chunks": (9, 2)}),
                                                  ("i8", {"chunks": (5, 1), "compression": "gzip"})]):
            path = self.folder / f"edges-{number}.h5"
            with h5py.File(path, "w") as f:
                f.create_dataset("edges", data=pairs.astype(kind), **options)
            self.assertEqual(printed(path), ([len(want), len(pairs)], want))
        for number, wrong in enumerate([[[0, -1]], [[0, 1, 2]], [0, 1], [[0.5, 1.0]]]):
            path = self.folder / f"wrong-edges-{number}.h5"
            with h5py.File(path, "w") as f:
                f["edges"] = wrong
            run = subprocess.run([HELPER, "print", str(path)], capture_output=True, text=True)
            self.assertEqual(run.returncode, 65, run.stderr)
            self.assertIn(str(path), run.stderr)

    def test_wrong_types_are_refused(self):
        for number, (indptr, indices) in enumerate([([0.0, 1.0, 1.0], [1]), ([0, 1, 1], [1.5]), ([[0, 1, 1]], [1]),
                                                    (["a", "b", "c"], [1])]):
            path = self.folder / f"wrong-{number}.hdf5"
            with h5py.File(path, "w") as f:
                g = f.create_group("graph")
                g.attrs["shape"] = (2, 2)
                g["indptr"] = indptr
                g["indices"] = indices
            run = subprocess.run([HELPER, "print", str(path)], capture_output=True, text=True)
            self.assertEqual(run.returncode, 65, run.stderr)
            self.assertIn(str(path), run.stderr)


if __name__ == "__main__":
    unittest.main()
