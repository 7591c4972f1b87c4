import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { PackagesByManifest } from './main.ts'

/** A package manager on the PATH, whose choice of versions is the right one by definition. */
export interface PackageManager {
  /** Folder of its projects. */
  name: string
  title: string
  /** The packages that it chooses for the project in a folder. */
  list(folder: string): PackagesByManifest
}

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1'

const maven: PackageManager = {
  name: 'maven',
  title: 'Maven',
  list(folder) {
    const output = 'target/resolved.txt'
    execFileSync('mvn', ['-B', '-q', `${plugin}:collect`, `-DoutputFile=${output}`], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => path.endsWith(output))
    return new Map(
      files.map((path) => [
        relative('.', join(path, '../../pom.xml')),
        new Set(packagesOf(readFileSync(join(folder, path), 'utf8'))),
      ]),
    )
  },
}

/** 'group:name:type[:classifier]:version:scope', of which modules of the project are left out. */
const packagesOf = (text: string): string[] =>
  [...text.matchAll(/^\s+([^\s:]+(?::[^\s:]+){4,5})(?: \(optional\))?(?:\s|$)/gm)].flatMap(([, line]) => {
    const parts = line!.split(':')
    const [group, name] = parts
    return group === 'org.example' ? [] : [`${group}:${name} ${parts.at(-2)!} ${parts.at(-1)!}`]
  })

const npm: PackageManager = {
  name: 'npm',
  title: 'npm',
  list(folder) {
    const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', args, { cwd: folder, stdio: 'ignore' })
    const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lockfile) as { packages: Record<string, NpmPackage> }
    const listed = Object.entries(packages).flatMap(([path, { name, version, dev, link }]) => {
      const own = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
      return own === undefined || link ? [] : [`${name ?? own} ${version!} ${dev ? 'test' : 'runtime'}`]
    })
    return new Map([['package.json', new Set(listed)]])
  },
}

const gradleScript = 'list-packages.gradle'
const widest = ['compile', 'provided', 'runtime', 'test']

/** By project, the modules of each classpath; a version counts for the widest. */
const gradle: PackageManager = {
  name: 'gradle',
  title: 'Gradle',
  list(folder) {
    const script = join(import.meta.dirname, gradleScript)
    const output = execFileSync('gradle', ['-q', '--no-daemon', '-I', script, 'listPackages'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const found = new Map<string, Map<string, string>>()
    for (const [, path, scope, name] of output.matchAll(
      /^(\S*) (compile|runtime|provided|test) (\S+ \S+)$/gm,
    )) {
      const manifest = join(...path!.split(':'), 'build.gradle')
      const packages = found.get(manifest) ?? new Map<string, string>()
      found.set(manifest, packages)
      const known = packages.get(name!)
      if (known === undefined || widest.indexOf(scope!) < widest.indexOf(known)) packages.set(name!, scope!)
    }
    return new Map(
      [...found].map(([path, packages]) => [
        path,
        new Set([...packages].map(([name, scope]) => `${name} ${scope}`)),
      ]),
    )
  },
}

interface NpmPackage {
  name?: string
  version?: string
  dev?: boolean
  link?: boolean
}

const uv: PackageManager = {
  name: 'pypi',
  title: 'uv',
  list(folder) {
    const args = ['pip', 'compile', '-q', '--no-header', '--no-annotate', '--no-strip-extras']
    const output = execFileSync('uv', [...args, '--python-version', '3.12', 'requirements.txt'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const lines = [...output.matchAll(/^([\w.-]+)(?:\[.*?\])?==(\S+)/gm)]
    return new Map([
      ['requirements.txt', new Set(lines.map(([, name, version]) => `${name!} ${version!} runtime`))],
    ])
  },
}

export const packageManagers: readonly PackageManager[] = [maven, gradle, npm, uv]
