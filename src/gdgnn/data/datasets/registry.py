"""Every data set that `load` knows."""

from __future__ import annotations

from collections.abc import Iterator

from gdgnn.data.datasets import edge_lists, expressive, ogb_graphs, ogb_links, planetoid, triples, tu
from gdgnn.data.datasets.recipe import DatasetInfo, Recipe, Remote

_GITHUB = "https://raw.githubusercontent.com"
_DISTANCE_ENCODING = f"{_GITHUB}/snap-stanford/distance-encoding/master/data"
_PLANETOID = f"{_GITHUB}/kimiyoung/planetoid/af6abf468a772cc055bec88c52e4d6f51b7c37e3/data"
_KGE = f"{_GITHUB}/DeepGraphLearning/KnowledgeGraphEmbedding/617062aaedf53bf4d6b44450a580a96dc30e0632/data"
_GRAIL = f"{_GITHUB}/kkteru/grail/master/data"
_EXP = f"{_GITHUB}/ralphabb/GNN-RNI/main/Data/EXP/raw"
_TU = "https://www.chrsmrrs.com/graphkerneldatasets"
_OGB = "https://snap.stanford.edu/ogb/data"
_PARTS = ("train", "valid", "test")


def _links() -> Iterator[Recipe]:
    for name, summary, nodes, edges in (
        ("celegans", "Neurons of the worm C. elegans", 297, 2_148),
        ("ns", "Co-authors in network science", 1_461, 2_742),
        ("pb", "Links between political blogs", 1_222, 16_714),
    ):
        source, folder = f"{_DISTANCE_ENCODING}/link_prediction/{name}", f"link/{name}"
        info = DatasetInfo(name, "link", summary, {"nodes": nodes, "edges": edges}, source, "MIT")
        yield Recipe(info, folder, _files(source, folder, ["edges.txt"]), edge_lists.read_links)


def _airports() -> Iterator[Recipe]:
    for name, nodes, edges in (("brazil", 131, 1_003), ("europe", 399, 5_993), ("usa", 1_190, 13_599)):
        source, folder = f"{_DISTANCE_ENCODING}/node_classification/{name}-airports", f"airports/{name}"
        facts = {"nodes": nodes, "edges": edges, "classes": 4}
        where = name.upper() if name == "usa" else name.capitalize()
        info = DatasetInfo(name, "node", f"Airports and their traffic: {where}", facts, source, "MIT")
        files = _files(source, folder, ["edges.txt", "labels.txt"])
        yield Recipe(info, folder, files, edge_lists.read_airports)


def _planetoid() -> Iterator[Recipe]:
    for title, nodes, edges, features, classes in (
        ("Cora", 2_708, 5_278, 1_433, 7),
        ("CiteSeer", 3_327, 4_552, 3_703, 6),
        ("PubMed", 19_717, 44_324, 500, 3),
    ):
        name, folder = title.lower(), f"planetoid/{title}/raw"
        facts = {"nodes": nodes, "edges": edges, "features": features, "classes": classes}
        info = DatasetInfo(name, "node", f"Citations among papers: {title}", facts, _PLANETOID, "MIT")
        files = [f"ind.{name}.{part}" for part in planetoid.PARTS]
        yield Recipe(info, folder, _files(_PLANETOID, folder, files), planetoid.read_planetoid)


def _tu() -> Iterator[Recipe]:
    for title, summary, graphs, nodes, edges, labels in (
        ("MUTAG", "Molecules that cause mutations, or not", 188, 3_371, 3_721, ["edge_labels"]),
        ("PTC_MR", "Molecules that cause cancer in rats, or not", 344, 4_915, 5_054, ["edge_labels"]),
        ("PROTEINS", "Proteins that are enzymes, or not", 1_113, 43_471, 81_044, []),
        ("DD", "Proteins that are enzymes, or not; amino acids", 1_178, 334_925, 843_046, []),
    ):
        facts = {"graphs": graphs, "nodes": nodes, "edges": edges, "classes": 2}
        name, url = title.lower().replace("_", "-"), f"{_TU}/{title}.zip"
        parts = ["A", "graph_indicator", "graph_labels", "node_labels", *labels]
        folder = f"tu/{title}/raw"
        remote = Remote(url, folder, tuple(f"{title}_{part}.txt" for part in parts))
        info = DatasetInfo(name, "graph", summary, facts, url, "not stated")
        yield Recipe(info, folder, (remote,), tu.read_tu)


def _ogb_graphs() -> Iterator[Recipe]:
    raw = ("edge", "num-node-list", "num-edge-list", "node-feat", "edge-feat", "graph-label")
    parts = (*(f"raw/{part}" for part in raw), *(f"split/scaffold/{part}" for part in _PARTS))
    for short, summary, graphs, nodes, edges, tasks in (
        ("hiv", "Molecules that stop HIV, or not", 41_127, 1_049_163, 1_129_688, 1),
        ("pcba", "Molecules and 128 biological assays", 437_929, 11_373_137, 12_309_186, 128),
    ):
        facts = {"graphs": graphs, "nodes": nodes, "edges": edges, "tasks": tasks}
        folder, url = f"ogb/ogbg_mol{short}", f"{_OGB}/graphproppred/csv_mol_download/{short}.zip"
        remote = Remote(url, folder, (*(f"{part}.csv.gz" for part in parts), "mapping/mol.csv.gz"))
        info = DatasetInfo(f"ogbg-mol{short}", "graph", summary, facts, url, "MIT")
        yield Recipe(info, folder, (remote,), ogb_graphs.read_ogb_graphs)


def _ogb_links() -> Iterator[Recipe]:
    for short, archive, split, featured, summary, nodes, train, licence in (
        ("collab", "collab", "time", True, "Co-authors, year by year", 235_868, 1_179_052, "ODC-BY"),
        ("ppa", "ppassoc", "throughput", True, "Proteins that work together", 576_289, 21_231_931, "CC-0"),
        ("ddi", "ddi", "target", False, "Drugs that change each other's effect", 4_267, 1_067_911, "CC-0"),
    ):
        facts = {"nodes": nodes, "training pairs": train}
        folder, url = f"ogb/ogbl_{short}", f"{_OGB}/linkproppred/{archive}.zip"
        parts = ["raw/edge.csv.gz", "raw/num-node-list.csv.gz"]
        parts += ["raw/node-feat.csv.gz"] if featured else []
        parts += [f"split/{split}/{part}.pt" for part in _PARTS]
        info = DatasetInfo(f"ogbl-{short}", "link", summary, facts, url, licence)
        yield Recipe(info, folder, (Remote(url, folder, tuple(parts)),), ogb_links.read_ogb_links)


def _knowledge_graphs() -> Iterator[Recipe]:
    for title, remote, summary, entities, relations, counts, licence in (
        ("FB15k-237", "FB15k-237", "Facts of Freebase", 14_541, 237, (272_115, 17_535, 20_466), "CC-BY"),
        ("WN18RR", "wn18rr", "Words and their relations", 40_943, 11, (86_835, 3_034, 3_134), "WordNet"),
    ):
        source, folder = f"{_KGE}/{remote}", f"kg/transductive/{title}/raw"
        facts = {"entities": entities, "relations": relations, **dict(zip(_PARTS, counts, strict=True))}
        info = DatasetInfo(title.lower(), "triples", summary, facts, source, licence)
        files = _files(source, folder, [f"{part}.txt" for part in _PARTS])
        yield Recipe(info, folder, files, triples.read_triples_dataset)


def _inductive() -> Iterator[Recipe]:
    for title, version, relations, train, known, test in (
        ("WN18RR", 1, 9, 5_410, 1_618, 188),
        ("WN18RR", 2, 10, 15_262, 4_011, 441),
        ("WN18RR", 3, 11, 25_901, 6_327, 605),
        ("WN18RR", 4, 9, 7_940, 12_334, 1_429),
        ("fb237", 1, 180, 4_245, 1_993, 205),
        ("fb237", 2, 200, 9_739, 4_145, 478),
        ("fb237", 3, 215, 17_986, 7_406, 865),
        ("fb237", 4, 219, 27_203, 11_714, 1_424),
    ):
        source, folder = f"{_GRAIL}/{title}_v{version}", f"kg/inductive/{title}_v{version}"
        facts = {"relations": relations, "training triples": train, "known triples": known}
        facts["test triples"] = test
        summary = f"Facts about entities never seen, from {'WordNet' if title == 'WN18RR' else 'Freebase'}"
        info = DatasetInfo(f"{title.lower()}-v{version}", "triples", summary, facts, source, "not stated")
        names = [f"{part}.txt" for part in _PARTS]
        files = (*_files(source, folder, names), *_files(f"{source}_ind", f"{folder}_ind", names))
        yield Recipe(info, folder, files, triples.read_inductive)


def _expressive() -> Iterator[Recipe]:
    facts = {"graphs": 1_200, "nodes": 58_442, "edges": 72_530, "classes": 2}
    summary = "Formulas in pairs that 1-WL cannot tell apart"
    info = DatasetInfo("exp", "graph", summary, facts, _EXP, "not stated")
    files = _files(_EXP, "expressive/exp", ["GRAPHSAT.txt"])
    yield Recipe(info, "expressive/exp", files, expressive.read_exp)
    brec = "https://github.com/GraphPKU/BREC"
    summary = "Pairs of graphs that are hard to tell apart"
    info = DatasetInfo("brec", "pairs", summary, {"pairs": 400}, brec, "MIT")
    yield Recipe(info, "expressive/brec", (Remote(None, "expressive/brec/pairs.tsv"),), expressive.read_brec)
    facts = {"graphs": 150, "nodes": 6_150, "edges": 12_300, "classes": 10}
    info = DatasetInfo("csl", "graph", "Rings with skip links, generated", facts, "generated", "MIT")
    yield Recipe(info, "", (), expressive.make_csl)


def _files(source: str, folder: str, names: list[str]) -> tuple[Remote, ...]:
    return tuple(Remote(f"{source}/{name}", f"{folder}/{name}") for name in names)


RECIPES = {
    recipe.info.name: recipe
    for family in (
        _links,
        _planetoid,
        _airports,
        _tu,
        _ogb_graphs,
        _knowledge_graphs,
        _inductive,
        _ogb_links,
        _expressive,
    )
    for recipe in family()
}
