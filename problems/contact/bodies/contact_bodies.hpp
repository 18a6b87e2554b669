#pragma once

#include "problems/contact/affine/affine_frame.hpp"
#include "problems/contact/bodies/anchors.hpp"
#include "problems/contact/surface/contact_surface.hpp"
#include "problems/solids/shells/membrane_elements.hpp"
#include "problems/solids/solid_body.hpp"
#include "problems/solids/viscosity/viscosity.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiffbench {

/// The initial motion of a body as if it were rigid.
struct RigidMotion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass (m/s)
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();      ///< about it (rad/s)
};

/// Damping of one body, which does not resist turning (ViscousElements).
struct BodyDamping {
  double rate = 0;          ///< of every velocity, in proportion to the mass (1/s)
  Lame viscosity = {0, 0};  ///< of deformation: Pa s, of a shell N s/m; 0: none
};

/// A body of finite elements. Its vertices are numbered like those of the mesh.
struct MeshedSolid {
  SolidMesh mesh;
  Eigen::Matrix3Xi surface;  ///< triangles, anticlockwise seen from outside
  AnyMaterial material;
  double density;                   ///< kg/m^3
  std::vector<bool> is_fixed = {};  ///< of each vertex; empty: all are free
  bool self_contact = true;
  Eigen::Matrix3Xd displacement = {};  ///< of all vertices at the start (m); empty: none
  BodyDamping damping = {};
};

/// Returns the body of a mesh with its whole surface, of this material.
MeshedSolid meshed_solid(const TetMesh& mesh, Material material, const Lame& lame, double density);

/// A thin shell that is flat at rest: an open surface, both sides of which can touch. It has no
/// thickness in contact; barriers begin at `reach` from its middle surface. Its vertices are
/// numbered like those of the surface.
struct ThinShell {
  SurfaceMesh surface;
  MembraneLaw membrane;
  double bending;                   ///< N m (BendingElements); 0: none
  double density;                   ///< kg/m^2
  std::vector<bool> is_fixed = {};  ///< of each vertex; empty: all are free
  bool self_contact = true;
  BodyDamping damping = {};
};

/// A stiff body with 12 unknowns (AffineFrame).
struct AffineSolid {
  SurfaceMesh surface;
  double density;  ///< kg/m^3
  double modulus;  ///< kappa of the orthogonality energy (Pa): Young's modulus is 8 kappa
};

/// The bodies of a problem with contacts, put together one by one. Each of these functions returns
/// the number of the body, except for planes, which are no bodies.
class ContactBodies {
 public:
  int add(const std::string& name, const MeshedSolid& solid, const RigidMotion& motion = {});
  /// Throws Error for a surface that is not closed and oriented.
  int add(const std::string& name, const AffineSolid& solid, const RigidMotion& motion = {});
  /// Throws Error for a shell that is not flat, or with a triangle without area.
  int add(const std::string& name, const ThinShell& shell,
          const Eigen::Vector3d& velocity = Eigen::Vector3d::Zero());
  /// Adds a point mass (kg) with three unknowns at X (m).
  int add_point(const std::string& name, const Eigen::Vector3d& X, double mass,
                const Eigen::Vector3d& velocity = Eigen::Vector3d::Zero());
  /// Adds triangles that never move.
  int add_obstacle(const std::string& name, const Eigen::Matrix3Xd& vertices,
                   const Eigen::Matrix3Xi& triangles);
  /// Adds the half space normal . x >= offset (m) in which all bodies stay; |normal| need not be 1.
  void add_plane(const Eigen::Vector3d& normal, double offset = 0);

  /// Gives one body or obstacle its own coefficient of friction, finite and not negative.
  void set_friction(int body, double mu);

  /// Adds a spring (N/m) along a direction of any length, from a point mass or the centre of an
  /// affine body to an anchor, which is there at t = 0 and moves along that direction (m/s).
  void add_spring(int body, double stiffness, const Eigen::Vector3d& direction, double speed = 0);
  /// Adds a spring (N/m) along a direction of any length that holds a vertex of a mesh where it is
  /// at rest. A fixed vertex needs none: Throws Error.
  void add_support(int body, int vertex, double stiffness, const Eigen::Vector3d& direction);

  /// Returns the body of finite elements and affine bodies, with the force terms of both.
  SolidBody elastic_body() const;
  /// Returns the viscous forces of the bodies, of which `body` is elastic_body().
  Viscosity viscosity(const SolidBody& body) const;
  /// Damping of every place in proportion to its mass (kg/s).
  Vec drags() const;
  /// Returns the surface of all bodies and obstacles, and the planes.
  ContactSurface contact_surface() const;

  /// A body as the problem and its pictures need it.
  struct Part {
    std::string name;
    int first_place, places;     ///< its groups of three unknowns; none for an obstacle
    int first_elastic;           ///< its first vertex of the body of finite elements
    int first_vertex, vertices;  ///< of the contact surface
    Eigen::Matrix3Xi triangles;  ///< of vertices of the contact surface, counted from the first
    std::optional<AffineFrame> frame = {};  ///< affine bodies only
    double mass = 0;                        ///< kg; free and fixed vertices
    std::optional<double> friction = {};    ///< its own coefficient
    bool is_open = false;                   ///< a surface that one sees from both sides
  };
  const std::vector<Part>& parts() const { return parts_; }
  /// State at the start: positions of point masses and of centres of affine bodies; displacements,
  /// which are 0, of vertices of meshes and of the columns of affine bodies.
  State start() const;
  /// The mass (kg) that the weight of each place acts on: 0 for the columns of an affine body.
  Vec heavy_masses() const;
  const std::vector<Anchor>& anchors() const { return anchors_; }

 private:
  /// Adds one vertex of the body of finite elements; returns its number.
  int add_vertex(const Eigen::Vector3d& X, double mass, double heavy, int place,
                 const Eigen::Vector3d& velocity, double damping_rate = 0);
  void set_start(int place, const Eigen::Vector3d& x);
  void add_contact_vertex(const Eigen::Vector3d& X, std::vector<VertexWeight> weights);
  /// Adds the triangles of the last body, and their edges.
  void add_triangles(const Eigen::Matrix3Xi& triangles, int first);
  Part& begin(const std::string& name);
  /// Completes the last part after its unknowns and contacts have been added.
  int end(bool self_contact);

  std::vector<Eigen::Vector3d> rest_;  // of vertices of the body of finite elements
  std::vector<int> place_;             // of each, or -1
  std::vector<double> mass_;           // of each (kg, or kg m^2 for columns of affine bodies)
  int places_ = 0;
  std::vector<Eigen::Vector3d> start_, velocity_;  // of each place
  std::vector<double> heavy_;                      // of each place
  std::vector<double> drag_;                       // of each place (kg/s)
  /// The elements of a solid, with vertices of the whole body.
  struct Elements {
    SolidMesh mesh;
    AnyMaterial material;
    Lame viscosity;
  };
  std::vector<Elements> elements_;
  /// A shell, with vertices of the whole body.
  struct Sheet {
    Eigen::Matrix3Xi triangles;
    MembraneLaw membrane;
    double bending;
    Lame viscosity;
  };
  std::vector<Sheet> sheets_;
  std::vector<Eigen::Vector3i> columns_;  // vertices of a_k of affine bodies
  std::vector<double> orthogonality_;     // J, of each affine body
  std::vector<Anchor> anchors_;
  std::vector<int> anchored_;  // vertices
  std::vector<Eigen::Vector3d> contact_rest_;
  std::vector<Eigen::Vector2i> edges_;
  std::vector<Eigen::Vector3i> triangles_;
  std::vector<int> owner_;  // of each vertex of the contact surface
  std::vector<bool> self_contact_;
  std::vector<ContactPlane> planes_;
  std::vector<std::vector<VertexWeight>> weights_;
  std::vector<Part> parts_;
};

}  // namespace stiffbench
