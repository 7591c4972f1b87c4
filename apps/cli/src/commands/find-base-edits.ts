import { claimedReader } from '@assay/engine/documents/readers.ts'
import { baseOfDockerfile, diffOfLines, withBase } from '@assay/engine/documents/images/base-edit.ts'
import {
  type ImageReference,
  readReference,
  repositoryName,
} from '@assay/engine/inventory/registry/image-reference.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import type { PlannedFix } from '../output/write-plan.ts'
import { digestOfTag, newerTagOf } from '../registry/newer-base.ts'
import { openRepository } from '../registry/pull-image.ts'
import type { Environment } from '../scan/program-environment.ts'

/** A newer tag for the base image of a Dockerfile, with the whole text before and after. */
export interface BaseEdit {
  /** From the project's folder. */
  file: string
  line: number
  /** 'node'. */
  name: string
  from: string
  to: string
  after: string
  diff: string
}

interface Searching {
  environment: Environment
  log: (text: string) => void
}

const isDockerfile = (path: string): boolean => claimedReader(path)?.id === 'dockerfile'

/** Asks registries for newer tags of the images that final stages are built on. What cannot be asked is logged. */
export async function findBaseEdits(
  files: readonly { filename: string; bytes: Uint8Array }[],
  { environment, log }: Searching,
): Promise<BaseEdit[]> {
  const edits: BaseEdit[] = []
  for (const { filename, bytes } of files) {
    if (!isDockerfile(filename)) continue
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const base = baseOfDockerfile(text)
    const reference = base && readReference(base.name)
    if (!base || !reference || reference.tag === '') continue
    const to = await newest(reference, { environment, log })
    if (to === null) continue
    const [from, name] = [reference.tag, repositoryName(reference)]
    const after = withBase(text, to)
    if (after === null)
      log(
        `${filename}:${base.line}: ${name}:${to.tag} is newer than ${name}:${from}, but the line cannot be edited.`,
      )
    else
      edits.push({
        file: filename,
        line: base.line,
        name,
        from,
        to: to.tag,
        after,
        diff: diffOfLines(filename, text, after),
      })
  }
  return edits
}

async function newest(
  reference: ImageReference,
  { environment, log }: Searching,
): Promise<{ tag: string; digest: string } | null> {
  try {
    const client = await openRepository(reference, environment)
    const tag = await newerTagOf(client, reference)
    const digest = tag === null ? null : await digestOfTag(client, tag)
    return tag !== null && digest !== null ? { tag, digest } : null
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    log(`${repositoryName(reference)}: ${error.message}`)
    return null
  }
}

/** What the edit fixes is known when the image is scanned. */
export const plannedEdit = ({ file, line, name, from, to, diff }: BaseEdit): PlannedFix => ({
  language: 'docker',
  name,
  from: [from],
  to,
  step: null,
  isKnownRelease: true,
  isDirect: true,
  through: [],
  closes: [],
  knownExploited: 0,
  likelyExploited: 0,
  isMalware: false,
  instructions: [],
  command: null,
  edit: { file, line, diff },
})

export const describeEdit = ({ file, line, name, from, to }: BaseEdit): string =>
  `edit ${file}:${line}: ${name}:${from} -> ${name}:${to}`

export async function writeEdits(
  folder: string,
  edits: readonly BaseEdit[],
  log: (text: string) => void,
): Promise<void> {
  for (const edit of edits) {
    await writeFile(join(folder, edit.file), edit.after)
    log(describeEdit(edit))
  }
}
