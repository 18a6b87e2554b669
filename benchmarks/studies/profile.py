#!/usr/bin/env python3
"""Shows what the time of a run is made of, by sampling it with Linux' perf:

  benchmarks/studies/profile.py PROBLEM INTEGRATOR H [NAME=VALUE ...] [--program FILE] [--symbols]

H is the step, or tolerance=X for a method that chooses its steps.
NAME=VALUE is a setting of the problem, or integrator.NAME=VALUE one of the method. Each sample
belongs to the function that was running, and each function to one of the parts below. Set-up is
what a run does once, such as meshes and the pattern of K. `--symbols` lists the functions of the
last part, "other". perf is in Debian's package linux-perf.

`--threads N` profiles a second run on N threads. Of its busiest thread, which waits for the others,
it prints the samples of each part beside those of the run on one thread. A thread that sleeps while it
waits has no samples, so that the quotients of parts are upper bounds of the gain.
"""
import argparse
import collections
import re
import subprocess
import sys
import tempfile

# The first pattern that is found in the names of library and function decides; the order matters.
PARTS = [
    ("force", r"SolidElements.*(energy_of|feasible_share)|share_above_zero|keeps_sign"),
    ("broad phase", r"[Bb]road_?[Pp]hase|Cells|sorted_pairs"),
    ("contact", r"[Cc]cd|additive_|[Bb]arrier|[Ff]riction|[Cc]ontact|[Dd]istance|"
                r"mollifier|psd_pairs|[Cc]ollision|EdgesWithEnds|stay_apart|closest_|project<|between_edges|"
                r"from_(edge|triangle)|NearPairs|joined_places|edges_in_triangles"),
    ("incomplete factors", r"N_\w+::.*(forward_any|back_any|factorize_range)|FactorRows|FactorScratch|BlockIc|"
                           r"block_ic|incomplete"),
    ("products with K", r"sweep_rows|sweep_all|wavefront|SymmetricProduct|recurrence|"
                        r"sparse_time_dense|SparseMatrix.*times|gemv_sparse|ConjugateGradients|::multiply"),
    ("factorization", r"cholmod.*(super_numeric|rowfac|factorize|analyze|colamd|amd|metis|postorder)|"
                      r"[Mm][Ee][Tt][Ii][Ss]|SparseSum|umf|klu|[ds](gemm|syrk|trsm|potrf|gemm_|trmm|herk)|blas|"
                      r"partial_lu|gebp|SuiteSparse|cholmod|StageMatrix"),
    ("solves with factors", r"solve_all|Supernod|supernod|super_[lu]?solve|trsv|triangular_solve"),
    ("set-up", r"introsort|sort_heap|insertion|find_block|enter_lines|surface_faces|triplets|Mesh|"
               r"mesh|tetgen|[Jj]son|[Pp]attern|dl_|do_lookup|strcmp|reorder|[Hh]ash|XXH|add_volumes|"
               r"locality|boost|order_apart| amd_|quadrature|basic_string|describe_|Elements::\w*Elements"),
    ("force", r"add_force|force_of|::force\b|force\(|potential|symmetric_eigen|principal|"
              r"add_energy|jacobian_times|extended|log_remainder|Membrane|Bending|Orthogonality|Stokeslets"),
    ("assembly of K", r"add_stiffness|stiffness|add_curvature|SymmetricBlocks|GeneralBlocks|"
                      r"assemble|write_rows|Blocks|BlockLines|is_symmetric"),
    ("vectors", r"Eigen|on_chunks|on_ranges|PaddedVectors|AlignedPositions|mem(cpy|set|move)|"
                r"StageSystem|ddot|daxpy|dnrm|dscal|dcopy|Krylov|krylov|kiops|phipm|Chebyshev|phi"),
    ("system", r"malloc|free|_int_|libc"),
]


def part_of(name, is_kernel):
    if is_kernel:
        return "system"
    for part, pattern in PARTS:
        if re.search(pattern, name):
            return part
    return "other"


def samples_of(arguments, threads, file):
    """Yields (samples, "library function", in the kernel) of the thread that has most samples."""
    run = [arguments.program, "run", "--problem", arguments.problem, "--integrator",
           arguments.integrator, "--no-reference", "--repeats", "0", "--threads", str(threads)]
    tolerance = re.fullmatch("tolerance=(.*)", arguments.h)
    run += ["--tolerance", tolerance[1]] if tolerance else ["--h", arguments.h]
    for setting in arguments.settings:
        run += ["--set", setting if "." in setting.split("=")[0] else "problem." + setting]
    subprocess.run(["perf", "record", "-q", "-F", "997", "-o", file, *run, "--out",
                    "/dev/null"], check=True, stdout=subprocess.DEVNULL)
    report = subprocess.run(["perf", "report", "-i", file, "--stdio", "-n", "--no-children", "-F",
                             "sample,pid,dso,symbol"], check=True,
                            capture_output=True, text=True).stdout
    rows = re.findall(r"^\s*(\d+)\s+(\d+):\S+\s+(\S+)\s+\[(.)\]\s+(.*)", report, re.MULTILINE)
    of_threads = collections.Counter()
    for samples, thread, *_ in rows:
        of_threads[thread] += int(samples)
    for samples, thread, library, place, name in rows:
        if thread == max(of_threads, key=of_threads.get):
            yield int(samples), library + " " + name, place == "k"


def profile(arguments, threads):
    """Returns the samples of each part, and those of the functions of the part "other"."""
    shares, other = collections.Counter(), []
    with tempfile.NamedTemporaryFile() as file:
        for samples, name, is_kernel in samples_of(arguments, threads, file.name):
            part = part_of(name, is_kernel)
            shares[part] += samples
            if part == "other":
                other.append((samples, name))
    if shares.total() == 0:
        sys.exit("profile.py: perf takes samples of a run; it took none; take a longer run")
    return shares, other


def main():
    reader = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("problem")
    reader.add_argument("integrator")
    reader.add_argument("h")
    reader.add_argument("settings", nargs="*")
    reader.add_argument("--program", default="build/release/stiffbench")
    reader.add_argument("--symbols", action="store_true")
    reader.add_argument("--threads", type=int)
    arguments = reader.parse_args()
    try:
        shares, other = profile(arguments, 1)
        on_threads = profile(arguments, arguments.threads)[0] if arguments.threads else None
    except FileNotFoundError:
        sys.exit("profile.py: perf takes the samples; it is not here; install linux-perf")
    except subprocess.CalledProcessError as error:
        sys.exit(f"profile.py: the run must succeed; it ended with status {error.returncode}; "
                 "its own message is above")
    total, once = shares.total(), shares["set-up"]
    if arguments.symbols:
        for samples, name in sorted(other, reverse=True)[:20]:
            print(f"{100 * samples / total:5.1f}%  {name}")
    print(f"{arguments.integrator} on {arguments.problem}, h = {arguments.h}: "
          f"{total} samples, set-up {100 * once / total:.0f}% of them; of the rest")
    for part, samples in shares.most_common():
        if part == "set-up" or samples == 0:
            continue
        line = f"  {part:20} {100 * samples / (total - once):4.0f}%"
        if on_threads:
            line += (f"  {samples:6} samples, {on_threads[part]:6} on {arguments.threads} threads"
                     f" ({samples / max(on_threads[part], 1):.2f} times as fast)")
        print(line)
    if on_threads:
        rest = on_threads.total() - on_threads["set-up"]
        print(f"  all {(total - once) / max(rest, 1):29.2f} times as fast")


if __name__ == "__main__":
    main()
