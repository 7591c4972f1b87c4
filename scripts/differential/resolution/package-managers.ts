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

export const packageManagers: readonly PackageManager[] = [maven, npm, uv]
