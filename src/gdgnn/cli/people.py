"""Names for made-up people."""

_FIRST = (
    "Ada Amir Anna Aoife Bao Boris Carla Chen Chidi Clara Dalia Diego Elif Emeka Emil Eva Farid Fatima Greta "
    "Hana Hugo Ines Ivan Jonas Jun Kofi Lars Leila Lena Lucia Malik Maria Marta Mei Milan Nadia Nils Noor "
    "Olga Omar Otto Paul Priya Rosa Sami Sara Tariq Tomas Vera Wei Yara Yuki Zofia"
)
_LAST = (
    "Abe Adler Aydin Bauer Berg Blom Boateng Bruno Castro Chavez Cohen Costa Dahl Diaz Duarte Fischer Fofana "
    "Garcia Gomez Gupta Haddad Hansen Horvat Ito Jansen Kaya Keller Khan Kim Kovacs Lange Larsen Levi Lopez "
    "Mbeki Mendes Meyer Moreau Murphy Nagy Novak Nowak Okafor Osei Park Petrov Popov Rao Ricci Rossi Sato "
    "Silva Singh Sousa Tanaka Vargas Weiss Yang Zhou"
)


def people(count: int) -> list[str]:
    """So many different names.

    Example:
        >>> people(3)
        ['Ada Abe', 'Amir Adler', 'Anna Aydin']
        >>> len(set(people(10_000)))
        10000
    """
    # The numbers of first and last names have no common divisor: together they repeat only after all pairs.
    first, last = _FIRST.split(), _LAST.split()
    pairs = len(first) * len(last)
    return [
        f"{first[at % len(first)]} {last[at % len(last)]}" + (f" {at // pairs + 1}" if at >= pairs else "")
        for at in range(count)
    ]
