"""Instructions of the processor that Numba has no function for: bits of a number, and what threads share.

Invariant: whoever holds the lock of a row is the only one that changes what belongs to that row.
"""

from numba.core import cgutils
from numba.extending import intrinsic

from tools.tablebase.kernels import small


@intrinsic
def bit_count(context, value):
    """Return how many bits of a number are set."""

    def generate(target, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return value(value), generate


@intrinsic
def lowest_bit(context, value):
    """Return the number of the lowest bit that is set; there must be one."""

    def generate(target, builder, signature, arguments):
        return builder.cttz(arguments[0], cgutils.true_bit)

    return value(value), generate


def _element(target, builder, signature, arguments):
    """Return the pointer to an element of a one-dimensional array that lies in memory without gaps."""
    array = target.make_array(signature.args[0])(target, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@intrinsic
def exchange(context, array, index, value):
    """Set an element of an array to a value and return what it was before, as one step that no thread divides."""

    def generate(target, builder, signature, arguments):
        new = target.cast(builder, arguments[2], signature.args[2], signature.return_type)
        return builder.atomic_rmw("xchg", _element(target, builder, signature, arguments), new, "seq_cst")

    return array.dtype(array, index, value), generate


@intrinsic
def add(context, array, index, value):
    """Add to an element of an array and return what it was before, as one step that no thread divides."""

    def generate(target, builder, signature, arguments):
        more = target.cast(builder, arguments[2], signature.args[2], signature.return_type)
        return builder.atomic_rmw("add", _element(target, builder, signature, arguments), more, "seq_cst")

    return array.dtype(array, index, value), generate


@small
def lock(locks, row):
    """Wait until a row's lock is free, and take it."""
    while exchange(locks, row, 1):
        pass


@small
def unlock(locks, row):
    """Set a row's lock free."""
    exchange(locks, row, 0)
