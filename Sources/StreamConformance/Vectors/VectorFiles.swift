/// The files of the negative vectors, which `scripts/vectors` puts into the program.
enum VectorFiles {}
