import { showControls } from '@assay/text/invisible.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { clientOf } from '../api.ts'
import { alignColumns } from '@assay/text/documents/write-text.ts'
import { findProject } from '../scan/find-project.ts'
import type { Settings } from '../settings.ts'

const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)

/** Adds a document for the given project, or for the whole account. */
export async function addVex(
  settings: Settings,
  path: string,
  { project }: { project?: string },
): Promise<void> {
  const bytes = new Uint8Array(await readFile(path))
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  const projectUuid = project === undefined ? undefined : await findProject(api, accountUuid, project)
  const body = {
    file: { filename: basename(path), bytes },
    ...(projectUuid !== undefined && { projectUuid }),
  }
  const added = await api.vex.add({ params: { accountUuid }, body })
  for (const { where, message } of added.issues) log(`${where}: ${message}`)
  const count = `${added.statementCount} ${added.statementCount === 1 ? 'statement' : 'statements'}`
  process.stdout.write(`${added.uuid}  ${showControls(`${count} of ${added.author || 'unknown author'}`)}\n`)
}

const head = ['Id', 'Format', 'Author', 'Statements', 'Unmatched', 'Issued (UTC)', 'Project', 'Title']

export async function listVex(settings: Settings, options: { json?: boolean }): Promise<void> {
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  const documents = await api.vex.list({ params: { accountUuid } })
  if (options.json) return void process.stdout.write(`${JSON.stringify(documents)}\n`)
  if (documents.length === 0)
    return void process.stdout.write("No VEX documents yet. Add one with 'assay vex add'.\n")
  const projects = await api.projects.list({ params: { accountUuid } })
  const nameOf = (uuid: string | null) =>
    uuid === null ? 'all' : (projects.find((project) => project.uuid === uuid)?.url ?? uuid)
  const rows = documents.map((each) => [
    each.uuid,
    each.format,
    each.author,
    String(each.statementCount),
    String(each.unmatchedCount),
    new Date(each.timestamp).toISOString().slice(0, 16).replace('T', ' '),
    nameOf(each.projectUuid),
    each.title,
  ])
  process.stdout.write(`${alignColumns([head, ...rows])}\n`)
}

export async function removeVex(settings: Settings, vexUuid: string): Promise<void> {
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  await api.vex.remove({ params: { accountUuid, vexUuid } })
}

export interface ExportVexOptions {
  project: string
  branch?: string
  format?: 'openvex' | 'cyclonedx'
  output?: string
}

/** Exports the project's own VEX document. */
export async function exportVex(settings: Settings, options: ExportVexOptions): Promise<void> {
  const { project, branch, format = 'openvex', output } = options
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  const projectUuid = await findProject(api, accountUuid, project)
  const query = { format, ...(branch !== undefined && { branch }) }
  const document = await api.scans.vex({ params: { projectUuid }, query })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (output === undefined) process.stdout.write(text)
  else await writeFile(output, text)
}
