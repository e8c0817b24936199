// The C interface of MPI, without the C++ one that Open MPI 4 and MPICH 4 put behind it.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
