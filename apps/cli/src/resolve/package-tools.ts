import { readMavenTree } from '@assay/engine/resolution/tools/read-maven-tree.ts'
import { readPipReport } from '@assay/engine/resolution/tools/read-pip-report.ts'
import { writeResolution } from '@assay/engine/resolution/write-resolution.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface ToolFile {
  filename: string
  bytes: Uint8Array
}

/** How a package manager is asked for the versions that it chooses. */
export interface PackageTool {
  program: string
  manifest: RegExp
  /** Only for the manifests that are in no folder below another one. */
  isForOutermost: boolean
  argumentsFor(fileName: string): string[]
  /** Further files that it needs to start, by name. */
  stubs?: Readonly<Record<string, string>>
  /** What it wrote for the manifests of the folder, as documents of the scan. */
  results(copy: string, manifests: readonly string[]): Promise<ToolFile[]>
}

const treeFile = 'assay-tree.txt'
const reportFile = 'assay-report.json'
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const read = (path: string): Promise<Uint8Array | null> =>
  readFile(path).then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  )

/** A lockfile next to the manifest is read like one of the project. */
const lockfile =
  (name: string): PackageTool['results'] =>
  async (copy, manifests) => {
    const found = await Promise.all(
      manifests.map(async (path) => {
        const filename = `${folderOf(path)}${name}`
        const bytes = await read(join(copy, filename))
        return bytes === null ? [] : [{ filename, bytes }]
      }),
    )
    return found.flat()
  }

/** A build file is code: nothing of this runs unless a member asks for it. Scripts of packages are not run where that can be said. */
export const packageTools: readonly PackageTool[] = [
  {
    program: 'mvn',
    manifest: /^pom\.xml$/,
    isForOutermost: true,
    argumentsFor: () => [
      '-B',
      '-q',
      'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:tree',
      `-DoutputFile=${treeFile}`,
    ],
    results: readTrees,
  },
  {
    program: 'npm',
    manifest: /^package\.json$/,
    isForOutermost: true,
    argumentsFor: () => ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'],
    results: lockfile('package-lock.json'),
  },
  {
    program: 'pip',
    manifest: /requirements.*\.txt$/i,
    isForOutermost: false,
    argumentsFor: (fileName) => [
      'install',
      '--dry-run',
      '--ignore-installed',
      '--no-input',
      '--quiet',
      '--report',
      `${fileName}.${reportFile}`,
      '--requirement',
      fileName,
    ],
    results: readReports,
  },
  {
    program: 'cargo',
    manifest: /^Cargo\.toml$/,
    isForOutermost: true,
    argumentsFor: () => ['generate-lockfile'],
    // It refuses a package without any source.
    stubs: { 'src/lib.rs': '', 'src/main.rs': 'fn main() {}' },
    results: lockfile('Cargo.lock'),
  },
  {
    program: 'dotnet',
    manifest: /\.(?:cs|fs|vb)proj$/,
    isForOutermost: false,
    argumentsFor: (fileName) => ['restore', fileName, '--use-lock-file', '--force-evaluate'],
    results: lockfile('packages.lock.json'),
  },
]

async function readTrees(copy: string, manifests: readonly string[]): Promise<ToolFile[]> {
  const texts = await Promise.all(
    manifests.map(async (path) => {
      const bytes = await read(join(copy, folderOf(path), treeFile))
      return { path, text: bytes === null ? '' : new TextDecoder().decode(bytes) }
    }),
  )
  const modules = new Set(texts.map(({ text }) => nameOf(text.split(/\r?\n/, 1)[0]!)))
  return texts.flatMap(({ path, text }) => {
    const resolution = readMavenTree(text, path, (name, version) => modules.has(`${name}:${version}`))
    return resolution === null ? [] : [fileOf(resolution)]
  })
}

/** 'group:name:jar:1.0' as 'group:name:1.0'. */
function nameOf(coordinates: string): string {
  const parts = coordinates.split(':')
  return [parts[0], parts[1], parts.at(-1)].join(':')
}

async function readReports(copy: string, manifests: readonly string[]): Promise<ToolFile[]> {
  const reports = await Promise.all(
    manifests.map(async (path) => {
      const bytes = await read(join(copy, `${path}.${reportFile}`))
      const json: unknown = bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes))
      const resolution = readPipReport(json, path)
      return resolution === null ? [] : [fileOf(resolution)]
    }),
  )
  return reports.flat()
}

function fileOf(resolution: Parameters<typeof writeResolution>[0]): ToolFile {
  const { path, bytes } = writeResolution(resolution)
  return { filename: path, bytes }
}
