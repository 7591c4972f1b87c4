import type { GapReason } from '../gap-reasons.ts'
import { ownProperty } from '../own-property.ts'
import { isRecord, recordOf } from './parsers/json-value.ts'

/** A file that lists or locks dependencies and is no inventory that can be read. */
export interface DependencyFile {
  names: RegExp
  reason: Extract<GapReason, 'lockfile-missing' | 'file-unsupported'>
  /** Files that stand for it in the same folder, or in one above that is a workspace. */
  standIns: RegExp
  /** One that a package manager writes below the folder, by its path from there, or a folder of such files. */
  restored?: string
  /** The manifests below it that use it, so that what is resolved of these stands for it. */
  usedBy?: RegExp
  /** What to do, as the continuation of 'To check it, '. */
  remedy: string
  /** Whom its dependencies serve; null if it lists none. Absent if any such file counts. */
  serves?: (text: string) => Served | null
}

type Served = 'production' | 'development'

/** Files that make a folder a workspace of the folders below, if their text has the sign. */
export const workspaceSigns: readonly { name: string; sign: RegExp }[] = [
  { name: 'package.json', sign: /"workspaces"\s*:/ },
  { name: 'pnpm-workspace.yaml', sign: /^packages\s*:/m },
  { name: 'Cargo.toml', sign: /^\s*\[workspace[\].]/m },
  { name: 'pyproject.toml', sign: /^\s*\[tool\.uv\.workspace\]/m },
  { name: 'pubspec.yaml', sign: /^workspace\s*:/m },
  { name: 'Project.toml', sign: /^\s*\[workspace\]/m },
  { name: 'mix.exs', sign: /apps_path/ },
]

const whole = (...names: string[]) =>
  new RegExp(`^(?:${names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`)
const none = /^$/

/** Development if only such dependencies are found; the texts need not be parsed completely to tell whether any is. */
const searches =
  (production: RegExp, development: RegExp = none) =>
  (text: string) =>
    production.test(text)
      ? 'production'
      : development !== none && development.test(text)
        ? 'development'
        : null

const members =
  (production: readonly string[], development: readonly string[], isPackage: (name: string) => boolean) =>
  (text: string): Served | null => {
    let json: unknown
    try {
      json = JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      return null
    }
    const has = (names: readonly string[]) =>
      names.some((name) => isRecord(json) && Object.keys(recordOf(ownProperty(json, name))).some(isPackage))
    return has(production) ? 'production' : has(development) ? 'development' : null
  }

/** The array or table after a TOML heading or key has an entry. */
const python = searches(
  /^dependencies\s*=\s*\[\s*(?:#.*\s*)*["']|^\[project\.optional-dependencies\]\s*\n+\s*[\w-]+\s*=\s*\[\s*["']|^\[tool\.poetry\.dependencies\]\s*\n(?:(?:\s*#.*|\s*|\s*python\s*=.*)\n)*\s*(?!python\b)[\w"'-]+\s*=/m,
  /^\[dependency-groups\]\s*\n+\s*[\w-]+\s*=\s*\[\s*["'{]|^\[tool\.poetry\.(?:group\.[\w-]+\.|dev-)dependencies\]\s*\n+\s*[\w"'-]+\s*=/m,
)

const lockedBy = (...names: string[]) => ({ reason: 'lockfile-missing', standIns: whole(...names) }) as const
const pythonLocks = [
  'uv.lock',
  'poetry.lock',
  'pdm.lock',
  'pylock.toml',
  'pylock.*.toml',
  'Pipfile.lock',
  'requirements*.txt',
]

/** Known files by ecosystem. A new one needs an entry here, or a reader instead. */
export const dependencyFiles: readonly DependencyFile[] = [
  {
    names: whole('package.json'),
    ...lockedBy(
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb',
      'deno.lock',
    ),
    remedy: "run 'npm install --package-lock-only' and scan the package-lock.json",
    serves: members(['dependencies', 'optionalDependencies'], ['devDependencies'], () => true),
  },
  {
    names: whole('pyproject.toml'),
    ...lockedBy(...pythonLocks),
    remedy: "run 'uv lock' or 'poetry lock' and scan the lockfile",
    serves: python,
  },
  {
    names: whole('setup.cfg'),
    ...lockedBy(...pythonLocks),
    remedy: "run 'pip-compile setup.cfg' and scan the requirements.txt",
    serves: searches(/^(?:install_requires\s*=|\[options\.extras_require\])/m),
  },
  {
    // A program.
    names: whole('setup.py'),
    ...lockedBy(...pythonLocks, 'setup.cfg', 'pyproject.toml'),
    remedy: "run 'pip-compile setup.py' and scan the requirements.txt",
    serves: searches(/\binstall_requires\s*=/),
  },
  {
    names: whole('Pipfile'),
    ...lockedBy('Pipfile.lock'),
    remedy: "run 'pipenv lock' and scan the Pipfile.lock",
    serves: searches(/^\[packages\]\s*\n+\s*[\w"'-]+\s*=/m, /^\[dev-packages\]\s*\n+\s*[\w"'-]+\s*=/m),
  },
  {
    names: whole('composer.json'),
    ...lockedBy('composer.lock'),
    remedy: "run 'composer update --no-install' and scan the composer.lock",
    serves: members(['require'], ['require-dev'], (name) => name.includes('/')),
  },
  {
    names: whole('Gemfile', 'gems.rb'),
    ...lockedBy('Gemfile.lock', 'gems.locked'),
    remedy: "run 'bundle lock' and scan the Gemfile.lock",
    serves: searches(/^\s*(?:gem|gemspec)\b/m),
  },
  {
    names: whole('build.gradle', 'build.gradle.kts'),
    ...lockedBy('gradle.lockfile', 'buildscript-gradle.lockfile'),
    restored: 'gradle/dependency-locks/',
    remedy:
      "turn on dependency locking, run 'gradle dependencies --write-locks' and scan the gradle.lockfile",
    serves: searches(
      /\b(?:implementation|api|compile|compileOnly|runtimeOnly|classpath|kapt|annotationProcessor)\b[ (]+[^\s)]/,
      /\btest(?:Implementation|Compile|RuntimeOnly|CompileOnly)\b/,
    ),
  },
  {
    names: whole('*.csproj', '*.fsproj', '*.vbproj'),
    ...lockedBy('packages.lock.json', 'packages.config', '*.deps.json', 'paket.lock'),
    restored: 'obj/project.assets.json',
    remedy: "set RestorePackagesWithLockFile, run 'dotnet restore' and scan the packages.lock.json",
    serves: searches(/<PackageReference\b/),
  },
  {
    names: whole('Directory.Packages.props'),
    usedBy: /\.(?:cs|fs|vb)proj$/i,
    ...lockedBy('packages.lock.json'),
    remedy:
      "set RestorePackagesWithLockFile, run 'dotnet restore' and scan the packages.lock.json of each project",
    serves: searches(/<(?:Global)?Package(?:Version|Reference)\b/),
  },
  {
    names: whole('Cargo.toml'),
    ...lockedBy('Cargo.lock'),
    remedy: "run 'cargo generate-lockfile' and scan the Cargo.lock",
    serves: searches(
      /^\s*\[(?:target\..+\.|workspace\.)?(?:build-)?dependencies(?:\]\s*\n+(?:#.*\n|\s)*[\w"'-]+|\.[\w"'-]+\])/m,
      /^\s*\[(?:target\..+\.)?dev-dependencies(?:\]\s*\n+(?:#.*\n|\s)*[\w"'-]+|\.[\w"'-]+\])/m,
    ),
  },
  {
    names: whole('Package.swift'),
    ...lockedBy('Package.resolved'),
    remedy: "run 'swift package resolve' and scan the Package.resolved",
    serves: searches(/\.package\s*\(\s*(?:name\s*:[^,]*,\s*)?(?:url|id)\s*:/),
  },
  {
    names: whole('Podfile'),
    ...lockedBy('Podfile.lock'),
    remedy: "run 'pod install' and scan the Podfile.lock",
    serves: searches(/^\s*pod\s+["']/m),
  },
  {
    names: whole('mix.exs'),
    ...lockedBy('mix.lock'),
    remedy: "run 'mix deps.get' and scan the mix.lock",
    serves: searches(/\{\s*:\w+\s*,\s*(?:["']|git:|github:)/),
  },
  {
    names: whole('pubspec.yaml'),
    ...lockedBy('pubspec.lock'),
    remedy: "run 'dart pub get' and scan the pubspec.lock",
    serves: searches(
      /^dependencies:\s*\n(?:\s*#.*\n|\s+flutter:\s*\n\s+sdk:.*\n)*\s+(?!flutter:)\w+:/m,
      /^dev_dependencies:\s*\n\s+\w+:/m,
    ),
  },
  {
    names: whole('conanfile.txt', 'conanfile.py'),
    ...lockedBy('conan.lock'),
    remedy: "run 'conan lock create' and scan the conan.lock",
    serves: searches(/^\[requires\]\s*\n\s*\w|requires\s*[=(]/m),
  },
  {
    names: whole('cpanfile'),
    ...lockedBy('cpanfile.snapshot'),
    remedy: "run 'carton install' and scan the cpanfile.snapshot",
    serves: searches(/^\s*requires\b/m),
  },
  {
    names: whole('stack.yaml'),
    ...lockedBy('stack.yaml.lock', 'cabal.project.freeze'),
    remedy: "run 'stack build' and scan the stack.yaml.lock",
  },
  {
    names: whole('build.sbt'),
    ...lockedBy('build.sbt.lock'),
    remedy: "run 'sbt dependencyLockWrite' of the plugin sbt-dependency-lock and scan the build.sbt.lock",
    serves: searches(/libraryDependencies/),
  },
  {
    names: whole('environment.yml', 'environment.yaml'),
    ...lockedBy('conda-lock.yml', 'conda-lock.yaml', 'conda-*.lock', 'pixi.lock'),
    remedy: "run 'conda-lock' and scan the conda-lock.yml",
    serves: searches(/^dependencies:\s*\n\s*-/m),
  },
  {
    names: whole('requirements.in', 'requirements-*.in', '*-requirements.in'),
    ...lockedBy('requirements*.txt', '*requirements.txt'),
    remedy: "run 'pip-compile' and scan the requirements.txt",
    serves: searches(/^\s*[A-Za-z]/m),
  },
  {
    names: whole('vcpkg.json'),
    reason: 'lockfile-missing',
    standIns: /\.spdx\.json$/,
    restored: 'vcpkg_installed/vcpkg/status',
    remedy: "run 'vcpkg install' and scan the folder with vcpkg_installed",
    serves: searches(/"dependencies"\s*:\s*\[\s*["{]/),
  },
  {
    names: whole('paket.dependencies'),
    ...lockedBy('paket.lock'),
    remedy: "run 'paket install' and scan the paket.lock",
    serves: searches(/^\s*(?:nuget|github|git|gist|http)\s/m),
  },
  {
    names: whole('Chart.yaml'),
    ...lockedBy('Chart.lock', 'requirements.lock'),
    remedy: "run 'helm dependency update' and scan the Chart.lock",
    serves: searches(/^dependencies:\s*\n\s*-/m),
  },
  {
    names: whole('Project.toml', 'JuliaProject.toml'),
    ...lockedBy('Manifest.toml', 'Manifest-*.toml', 'JuliaManifest.toml'),
    remedy: 'run \'julia --project -e "using Pkg; Pkg.instantiate()"\' and scan the Manifest.toml',
    serves: searches(/^\[deps\]\s*\n\s*\w+\s*=\s*"[\da-f]{8}-/m),
  },
  {
    names: whole('rebar.config'),
    ...lockedBy('rebar.lock'),
    remedy: "run 'rebar3 get-deps' and scan the rebar.lock",
    serves: searches(/\{\s*deps\s*,\s*\[\s*(?:%.*\s*)*[{\w]/),
  },
  {
    names: whole('gleam.toml'),
    ...lockedBy('manifest.toml'),
    remedy: "run 'gleam deps download' and scan the manifest.toml",
    serves: searches(/^\[dependencies\]\s*\n\s*\w+\s*=/m, /^\[dev-dependencies\]\s*\n\s*\w+\s*=/m),
  },
  {
    names: whole('opam', '*.opam'),
    ...lockedBy('*.opam.locked'),
    remedy: "run 'opam lock' and scan the .opam.locked file",
    serves: searches(/^depends:\s*\[?\s*"/m),
  },
  {
    names: whole('*.rockspec'),
    ...lockedBy('luarocks.lock'),
    remedy: "run 'luarocks make --pin' and scan the luarocks.lock",
    serves: searches(/^\s*dependencies\s*=\s*\{\s*["']/m),
  },
  {
    names: whole('Cartfile'),
    ...lockedBy('Cartfile.resolved'),
    remedy: "run 'carthage update' and scan the Cartfile.resolved",
    serves: searches(/^\s*(?:github|git|binary)\s/m),
  },
  {
    names: whole('MODULE.bazel', '*.MODULE.bazel'),
    ...lockedBy('MODULE.bazel.lock'),
    remedy: "run 'bazel mod deps' and scan the MODULE.bazel.lock",
    serves: searches(/^\s*bazel_dep\s*\(/m),
  },
  {
    // Of Crystal, D, Nim and PureScript, for which nobody publishes advisories.
    names: whole('shard.lock', 'dub.selections.json', 'nimble.lock', 'spago.lock'),
    reason: 'file-unsupported',
    standIns: none,
    remedy: 'scan an SBOM of the project',
  },
]

export const dependencyFileOf = (path: string): DependencyFile | null => {
  const name = path.split(/[/\\]/).at(-1)!
  return dependencyFiles.find(({ names }) => names.test(name)) ?? null
}
