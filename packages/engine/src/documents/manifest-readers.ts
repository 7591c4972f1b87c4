import type { DocumentReader } from '../inventory.ts'
import { moduleBazel } from './manifests/bazel/module-bazel.ts'
import { environmentYml } from './manifests/conda/environment-yml.ts'
import { conanfilePy, conanfileTxt } from './manifests/cpp/conanfile.ts'
import { vcpkgJson } from './manifests/cpp/vcpkg-json.ts'
import { pubspecYaml } from './manifests/dart/pubspec-yaml.ts'
import { paketDependencies } from './manifests/dotnet/paket-dependencies.ts'
import { dotnetProject } from './manifests/dotnet/project.ts'
import { mixExs } from './manifests/elixir/mix-exs.ts'
import { gleamToml } from './manifests/erlang/gleam-toml.ts'
import { rebarConfig } from './manifests/erlang/rebar-config.ts'
import { chartYaml } from './manifests/infrastructure/chart-yaml.ts'
import { buildGradle } from './manifests/java/build-gradle.ts'
import { packageJson } from './manifests/javascript/package-json.ts'
import { projectToml } from './manifests/julia/project-toml.ts'
import { rockspec } from './manifests/lua/rockspec.ts'
import { opam } from './manifests/ocaml/opam.ts'
import { composerJson } from './manifests/php/composer-json.ts'
import { pipfile } from './manifests/python/pipfile.ts'
import { pyprojectToml } from './manifests/python/pyproject.ts'
import { requirementsIn } from './manifests/python/requirements-in.ts'
import { pythonScript } from './manifests/python/script.ts'
import { setupCfg } from './manifests/python/setup-cfg.ts'
import { gemfile } from './manifests/ruby/gemfile.ts'
import { cargoToml } from './manifests/rust/cargo-toml.ts'
import { buildSbt } from './manifests/scala/build-sbt.ts'
import { packageSwift } from './manifests/swift/package-swift.ts'
import { podfile } from './manifests/swift/podfile.ts'

/** All readers of manifests, which are read where no lockfile stands for them. */
export const manifestReaders: readonly DocumentReader[] = [
  packageJson,
  pyprojectToml,
  pipfile,
  requirementsIn,
  setupCfg,
  buildGradle,
  dotnetProject,
  gemfile,
  composerJson,
  cargoToml,
  pubspecYaml,
  mixExs,
  packageSwift,
  podfile,
  environmentYml,
  conanfileTxt,
  conanfilePy,
  vcpkgJson,
  buildSbt,
  paketDependencies,
  chartYaml,
  rebarConfig,
  gleamToml,
  projectToml,
  opam,
  rockspec,
  moduleBazel,
  pythonScript,
]
