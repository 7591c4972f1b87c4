import type { Issue } from '@assay/engine/inventory.ts'
import { join, relative } from 'node:path'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Described, describeProject } from './describe-project.ts'
import { findFiles, type FoundFiles } from './find-files.ts'
import type { TreeOptions } from '../trees/scan-tree.ts'
import type { Environment } from './program-environment.ts'
import { readFiles } from './read-files.ts'
import { scanNamedImages } from './named-images.ts'
import { filesOf, readBuiltFolder, readTreeDocument, type TreeDocument } from './tree-documents.ts'

interface InputFile {
  /** Path within the project, with '/'. */
  filename: string
  bytes: Uint8Array
}

export interface Inputs {
  /** Display name: the file, or the number of files and the paths. */
  title: string
  files: InputFile[]
  described: Described
  /** Scanned folders of sources, with links resolved. */
  folders: string[]
  /** Skipped files with reasons. */
  issues: Issue[]
}

/** Reads the inventories of all paths; '-' is stdin. Of several paths, the project is the repository of the first. */
export async function readInputs(
  paths: readonly string[],
  environment: Environment,
  options: TreeOptions & { images?: boolean } = {},
): Promise<Inputs> {
  const found: FoundFiles[] = []
  const trees: TreeDocument[] = []
  for (const path of new Set(paths)) {
    if (path === stdin) continue
    const tree = await readTreeDocument(path, { environment, options })
    const files = tree ? null : await filesOrBuilt(path)
    if (tree) trees.push(tree)
    else if (files && 'file' in files) trees.push(files)
    else if (files) found.push(files)
  }
  const described = describe({ found, trees }, environment)
  const files = new Map<string, InputFile>()
  for (const tree of trees)
    for (const file of filesOf(tree, uniqueName(tree.file.filename, files))) files.set(file.filename, file)
  for (const each of found)
    for (const file of await readFiles(each, described.root)) files.set(nameOf(each, file, files), file)
  if (paths.includes(stdin)) files.set(stdin, await readStdin())
  const list = [...files].map(([filename, { bytes }]) => ({
    filename: filename === stdin ? stdinName : filename,
    bytes,
  }))
  const images = options.images
    ? await scanNamedImages(list, { environment, options })
    : { files: [], issues: [] }
  return {
    title: titleOf(paths, { found, trees }, list),
    files: [...list, ...images.files],
    described,
    folders: found.filter(({ isFolder }) => isFolder).map(({ folder }) => folder),
    issues: [...[...trees, ...found].flatMap(({ issues }) => issues), ...images.issues],
  }
}

/** A folder without a lockfile may contain what was built or installed. */
async function filesOrBuilt(path: string): Promise<FoundFiles | TreeDocument> {
  try {
    return await findFiles(path)
  } catch (error) {
    const isEmpty = error instanceof CommandError && error.code === exitCodes.unsupported
    const built = isEmpty ? await readBuiltFolder(path) : null
    if (built === null) throw error
    return built
  }
}

const stdin = '-'
/** Formats are recognized by content: a lockfile without such a format needs its own name. */
const stdinName = 'stdin'

interface Subjects {
  found: readonly FoundFiles[]
  trees: readonly TreeDocument[]
}

/** An image from a registry is a project of its own, and its tag a branch. */
function describe({ found, trees }: Subjects, environment: Environment): Described {
  const described = describeProject(subjectOf(found, trees), environment)
  return { ...described, ...(found.length === 0 && trees[0]?.project) }
}

/** A single folder is a project of its own; anything else belongs to its repository. */
function subjectOf(
  found: readonly FoundFiles[],
  trees: readonly TreeDocument[],
): Pick<FoundFiles, 'folder' | 'isFolder'> {
  const [first, ...more] = found
  const [tree] = trees
  if (first && more.length === 0 && !tree) return first
  const folder = first?.folder ?? tree?.folder ?? process.cwd()
  return { folder, isFolder: false }
}

/** Two images may have the same file name in different folders. */
function uniqueName(filename: string, files: ReadonlyMap<string, InputFile>): string {
  let name = filename
  for (let number = 2; files.has(name); number++) name = `${number}/${filename}`
  return name
}

/** Files of different projects may have the same path within them. */
function nameOf(
  { folder }: FoundFiles,
  { filename }: InputFile,
  files: ReadonlyMap<string, InputFile>,
): string {
  if (!files.has(filename)) return filename
  const outside = relative(process.cwd(), join(folder, filename)).replaceAll('\\', '/')
  return outside.replaceAll('../', '') || filename
}

function titleOf(paths: readonly string[], { found, trees }: Subjects, files: readonly InputFile[]): string {
  const [only] = found
  const [tree] = trees
  if (tree && found.length === 0 && trees.length === 1 && paths.length === 1)
    return tree.file.filename.replace(/\.cdx\.json$/, '')
  if (files.length === 1 && only) return join(only.folder, only.files[0]!)
  return files.length === 1 ? 'stdin' : `${files.length} files of ${paths.join(', ')}`
}

async function readStdin(): Promise<InputFile> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const bytes = new Uint8Array(Buffer.concat(chunks))
  if (bytes.length === 0) throw new CommandError(exitCodes.unsupported, 'Nothing was read from stdin.')
  return { filename: stdinName, bytes }
}
