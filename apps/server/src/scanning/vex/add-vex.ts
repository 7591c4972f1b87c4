import type { FilePart } from '@assay/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { listTrust } from '#scanning/signatures/list-trust.ts'
import { findUnmatched } from './find-unmatched.ts'
import { pinReferences } from './pin-references.ts'
import { readVex, verifyInWorker } from './read-vex.ts'
import { rescanVexSubjectsJob } from './rescan-vex-subjects-job.ts'
import { insertVex, withdrawOlder } from './store.ts'
import { wireVex } from './wire-vex.ts'

const compress = promisify(zstdCompress)

interface NewVex {
  file: FilePart
  /** null for the whole account. */
  projectUuid: string | null
}

/** Stores a VEX document, which takes effect with rescans of what it is about. Throws Problem if it cannot be read. */
export async function addVex(
  { db, queue }: Pick<AppContext, 'db' | 'queue'>,
  { caller, change }: { caller: Caller; change: Change },
  { file, projectUuid: requested }: NewVex,
) {
  const { scope } = caller
  const { accountUuid } = scope
  const { document: read, issues, bytes } = await readVex(file)
  const signature = await verifyInWorker({ path: file.filename, bytes }, await listTrust(db, scope))
  if (signature.state === 'changed') throw new Problem(400, 'unreadableDocument', changedMessage)
  const content = await compress(bytes)
  const projectUuid = requested ? (await projectOf(db, scope, requested)).uuid : null
  const { document, cpes } = await pinReferences(db, scope, { document: read, projectUuid })
  const { statements } = document
  const unmatched = await findUnmatched(db, scope, { statements, projectUuid, cpes })
  return change(async (tx) => {
    const project = projectUuid && (await projectOf(tx, scope, projectUuid))
    const row = await insertVex(tx, scope, {
      uuid: randomUUID(),
      projectUuid: project ? project.uuid : null,
      createdBy: caller.memberUuid,
      document,
      unmatched,
      content,
    })
    const replaced = await withdrawOlder(tx, scope, row)
    const payloads = [row, ...replaced].map(({ uuid }) => ({ accountUuid, documentUuid: uuid }))
    await queue.sendAll(tx, rescanVexSubjectsJob, { payloads, priority: 'rescan' })
    const after = wireVex(row)
    const target = { vexUuid: row.uuid, ...(project && { projectUuid: project.uuid }) }
    const all = [...issues.map(wireIssue), ...unmatchedIssues(unmatched, file.filename)]
    return { result: { ...after, issues: all, signature }, target, after }
  })
}

const changedMessage = 'The document was changed since it was signed'

const projectOf = async (db: Database, scope: Scope, uuid: string) =>
  (await findProject(db, scope, uuid)) ?? throwNotFound('project')

/** More are counted; the statements of the document list them all. */
const maxUnmatchedIssues = 100

function unmatchedIssues(unmatched: ReadonlyMap<number, string>, where: string) {
  const named = [...unmatched.values()].slice(0, maxUnmatchedIssues)
  const more = unmatched.size - named.length
  const messages = named.map((why) => `A statement applies to nothing yet: ${why}`)
  return [...messages, ...(more > 0 ? [`${more} more statements apply to nothing yet.`] : [])].map(
    (message) => ({
      code: 'vex-unmatched',
      message,
      where,
    }),
  )
}

const wireIssue = ({ code, message, where }: { code: string; message: string; where: string }) => ({
  code,
  message,
  where,
})
