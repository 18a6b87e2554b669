#include "problems/contact/outputs/contact_outputs.hpp"

#include "problems/contact/audit/intersections.hpp"
#include "problems/contact/contact_problem.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiffbench {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int scalars = 13;

std::vector<double> list(const auto& numbers) { return {numbers.begin(), numbers.end()}; }

/// The rate at which a body turns; 0 for a point, and 0 about the axis of a straight line.
Vector3d spin(const Matrix3d& inertia, const Vector3d& angular_momentum) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> axes(inertia);
  const Vector3d moments = axes.eigenvalues();
  Vector3d along = axes.eigenvectors().transpose() * angular_momentum;
  for (int i = 0; i < 3; ++i)
    along[i] = moments[i] > 1e-12 * moments[2] ? along[i] / moments[i] : 0;
  return axes.eigenvectors() * along;
}

}  // namespace

ContactOutputs::ContactOutputs(const ContactProblem& problem, bool audit, long points)
    : problem_(problem),
      audit_(audit),
      series_(0, problem.end_time(), points),
      heavy_(problem.parts().heavy_masses()),
      total_mass_(heavy_.sum()) {
  now_.least_energy = now_.least_det = infinity;
  now_.most_energy = -infinity;
  now_.least_distance = problem.contacts().law().dhat;
  const Vec diagonal = problem.mass().diagonal();
  masses_ = diagonal(Eigen::seq(0, Eigen::last, 3));
  const auto& parts = problem.parts().parts();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].places > 0) bodies_.push_back(i);
  travel_ = turned_ = Vec::Zero(std::ssize(bodies_));
}

ContactOutputs::Motions ContactOutputs::motions(const State& u) const {
  const Eigen::Matrix3Xd x = problem_.places(u.x).reshaped(3, masses_.size()),
                         v = u.v.reshaped(3, masses_.size());
  Motions all;
  all.centre.resize(3, std::ssize(bodies_));
  all.velocity = all.spin = all.centre;
  all.momentum = v * heavy_;
  all.angular_momentum.setZero();
  for (Index k = 0; k < std::ssize(bodies_); ++k) {
    const auto& part = problem_.parts().parts()[bodies_[static_cast<std::size_t>(k)]];
    const auto own = Eigen::seqN(part.first_place, part.places);
    const Vec heavy = heavy_(own), masses = masses_(own);
    const Vector3d centre = x(Eigen::all, own) * heavy / heavy.sum(),
                   velocity = v(Eigen::all, own) * heavy / heavy.sum();
    Vector3d L = Vector3d::Zero();
    Matrix3d inertia = Matrix3d::Zero();
    for (Index i = 0; i < part.places; ++i) {
      const Index place = part.first_place + i;
      // The columns of an affine body are lengths from its centre, and so are their velocities.
      const double is_position = heavy[i] > 0 ? 1 : 0;
      const Vector3d r = x.col(place) - is_position * centre;
      L += masses[i] * r.cross(Vector3d(v.col(place) - is_position * velocity));
      inertia += masses[i] * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
    }
    all.centre.col(k) = centre;
    all.velocity.col(k) = velocity;
    all.spin.col(k) = spin(inertia, L);
    all.angular_momentum += L + heavy.sum() * centre.cross(velocity);
  }
  return all;
}

void ContactOutputs::see(const State& u) {
  now_.kinetic = problem_.kinetic(u);
  now_.elastic = problem_.elastic_energy(u.x);
  now_.contact = problem_.contacts().potential(u.x);
  now_.energy = problem_.energy(u);
  if (!started_) now_.first_energy = now_.energy;
  now_.least_energy = std::min(now_.least_energy, now_.energy);
  now_.most_energy = std::max(now_.most_energy, now_.energy);
  see_motions(u);
  see_safety(u);
  started_ = true;
  now_.t = u.t;
  if (series_.due(u.t)) add_to_series(u);
}

void ContactOutputs::see_motions(const State& u) {
  Motions next = motions(u);
  if (started_) {
    const Vector3d& down = problem_.down();
    for (Index k = 0; k < travel_.size(); ++k) {
      const Vector3d way = next.centre.col(k) - motions_.centre.col(k);
      travel_[k] += (way - down.dot(way) * down).norm();
      turned_[k] += (u.t - now_.t) / 2 * (next.spin.col(k).norm() + motions_.spin.col(k).norm());
    }
  }
  motions_ = std::move(next);
}

void ContactOutputs::see_safety(const State& u) {
  now_.least_det = std::min(now_.least_det, problem_.least_determinant(u.x));
  now_.least_distance = std::min(now_.least_distance, problem_.contacts().least_distance(u.x));
  now_.least_contact = std::min(now_.least_contact, now_.contact);
  if (!audit_) return;
  const ContactSurface& surface = problem_.contacts().surface();
  const Intersections all = intersections(surface, surface.positions(u.x));
  now_.edges = std::max(now_.edges, static_cast<double>(all.edge_triangle.size()));
  now_.vertices = std::max(now_.vertices, static_cast<double>(all.point_plane.size()));
}

void ContactOutputs::add_to_series(const State& u) {
  series_.add("specific_energy", now_.energy / total_mass_);
  series_.add("kinetic", now_.kinetic);
  series_.add("elastic", now_.elastic);
  series_.add("distance",
              std::min(problem_.contacts().least_distance(u.x), problem_.contacts().law().dhat));
  const Vector3d centre = problem_.places(u.x).reshaped(3, masses_.size()) * heavy_ / total_mass_;
  series_.add("x", centre[0]);
  series_.add("y", centre[1]);
  series_.add("z", centre[2]);
}

Settings ContactOutputs::result() const {
  Settings all{{"travel", list(travel_)},
               {"turned", list(turned_)},
               {"momentum", list(motions_.momentum)},
               {"angular_momentum", list(motions_.angular_momentum)},
               {"kinetic_energy", now_.kinetic},
               {"elastic_energy", now_.elastic},
               {"contact_energy", now_.contact},
               {"specific_energy_loss", (now_.first_energy - now_.energy) / total_mass_},
               {"least_energy", now_.least_energy},
               {"most_energy", now_.most_energy},
               {"least_det", std::isfinite(now_.least_det) ? now_.least_det : NAN},
               {"least_distance", now_.least_distance},
               {"least_contact_energy", now_.least_contact}};
  for (int i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    all["centre_" + axis] = list(motions_.centre.row(i));
    all["velocity_" + axis] = list(motions_.velocity.row(i));
  }
  if (audit_) {
    all["edges_in_triangles"] = now_.edges;
    all["vertices_beyond_planes"] = now_.vertices;
  }
  series_.put(all);
  return all;
}

std::vector<double> ContactOutputs::memory() const {
  static_assert(sizeof(Scalars) == scalars * sizeof(double));
  std::vector<double> all = {
      now_.t,       now_.first_energy, now_.energy,       now_.kinetic,   now_.elastic,
      now_.contact, now_.least_energy, now_.most_energy,  now_.least_det, now_.least_distance,
      now_.edges,   now_.vertices,     now_.least_contact};
  const auto append = [&all](const auto& numbers) {
    const auto flat = numbers.reshaped();
    all.insert(all.end(), flat.begin(), flat.end());
  };
  append(travel_);
  append(turned_);
  append(motions_.centre);
  append(motions_.velocity);
  append(motions_.spin);
  append(motions_.momentum);
  append(motions_.angular_momentum);
  return all;
}

void ContactOutputs::resume(const std::vector<double>& memory) {
  started_ = true;
  now_ = {memory.at(0),  memory.at(1),  memory.at(2), memory.at(3), memory.at(4),
          memory.at(5),  memory.at(6),  memory.at(7), memory.at(8), memory.at(9),
          memory.at(10), memory.at(11), memory.at(12)};
  std::size_t next = scalars;
  const auto take = [&](auto& numbers, Index rows, Index columns) {
    numbers.resize(rows, columns);
    for (double& number : numbers.reshaped()) number = memory.at(next++);
  };
  const Index count = travel_.size();
  take(travel_, count, 1);
  take(turned_, count, 1);
  take(motions_.centre, 3, count);
  take(motions_.velocity, 3, count);
  take(motions_.spin, 3, count);
  take(motions_.momentum, 3, 1);
  take(motions_.angular_momentum, 3, 1);
}

}  // namespace stiffbench
