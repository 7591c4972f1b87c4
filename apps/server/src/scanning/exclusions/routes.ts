import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { readAccountConfiguration } from '#accounts/account/configuration.ts'
import type { AppContext } from '#context.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { isSubjectOf, readSubject } from './read-subject.ts'
import {
  endExclusion,
  type ExclusionRow,
  exclusionPages,
  findExclusion,
  insertExclusion,
  lockSame,
} from './store.ts'
import { findUnknown, unknownMessage } from './unknown-advisories.ts'
import { targetOf, wireExclusion } from './wire-exclusion.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'

export function exclusionsRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.exclusions, {
    list: async ({ caller, query }) =>
      streamItems(exclusionPages(db, caller.scope, query.domain), wireExclusion),
    async create({ caller, query: { domain }, body, change }) {
      checkEnd(body)
      const target = targetOf(body)
      checkKind(domain, target)
      return change(async (tx) => {
        const project =
          body.projectUuid &&
          ((await findProject(tx, caller.scope, body.projectUuid)) ?? throwNotFound('project'))
        const requested = { ...body, domain, target, projectUuid: project ? project.uuid : null }
        await rejectDuplicate(tx, caller.scope, requested)
        const row = await addExclusion(tx, caller, requested)
        const { result, ...event } = created(row)
        const unknown = await findUnknown(tx, caller.scope, [{ target }])
        const warnings = unknown.map((each) => unknownMessage(each.target))
        if (row.approval === 'wanted') warnings.push('It applies once another member has approved it')
        return { ...event, result: { ...result, warnings } }
      })
    },
    async remove({ caller, query, body, change }) {
      const { domain } = query
      const named = readNamed(query, body)
      return change(async (tx) => {
        const id = 'id' in named ? named.id : (await lockSame(tx, caller.scope, { domain, ...named }))?.uuid
        const before =
          (id && (await endExclusion(tx, caller.scope, { uuid: id, domain }))) || throwNotFound('exclusion')
        await incrementRevision(tx, caller.scope)
        return { result: {}, target: { exclusionUuid: before.uuid }, before: wireExclusion(before) }
      })
    },
    async createFor({ caller, params, query: { domain }, body, change }) {
      const explanation = body ?? { reason: 'mitigated' as const, description: '', expiresAt: null }
      checkEnd(explanation)
      const { scope } = caller
      const projectUuid = await findOwner(db, scope, params.ownerUuid)
      const target = await readSubject(db, scope, params.subject)
      checkKind(domain, target)
      return change(async (tx) => {
        await rejectDuplicate(tx, scope, { domain, target, projectUuid })
        return created(await addExclusion(tx, caller, { ...explanation, domain, target, projectUuid }))
      })
    },
    removeFor({ caller, params, query: { domain }, change }) {
      const { scope } = caller
      const uuid = checkUuid(params.exclusionUuid, 'exclusion')
      return change(async (tx) => {
        const projectUuid = await findOwner(tx, scope, params.ownerUuid)
        const found = await findExclusion(tx, scope, { uuid, domain, projectUuid })
        if (
          !found ||
          !(await isSubjectOf(tx, caller.scope, {
            subject: params.subject,
            target: found.target as Exclusion['target'],
          }))
        )
          throwNotFound('exclusion')
        const before = (await endExclusion(tx, scope, { uuid, domain })) ?? throwNotFound('exclusion')
        await incrementRevision(tx, scope)
        return { result: {}, target: { exclusionUuid: uuid }, before: wireExclusion(before) }
      })
    },
  })
}

/** Locks the subject, so that concurrent duplicates are detected. */
async function rejectDuplicate(
  tx: Tx,
  scope: Scope,
  exclusion: Parameters<typeof lockSame>[2],
): Promise<void> {
  const same = await lockSame(tx, scope, exclusion)
  if (same) throw new Problem(409, 'exclusionExists', `The exclusion ${same.uuid} already excludes the same`)
}

interface ExclusionInput extends Pick<Exclusion, 'domain' | 'target' | 'projectUuid'> {
  reason: string
  description: string
  expiresAt: number | null
}

async function addExclusion(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { domain, target, projectUuid, reason, description, expiresAt }: ExclusionInput,
): Promise<ExclusionRow> {
  const row = await insertExclusion(tx, scope, {
    uuid: randomUUID(),
    domain,
    target,
    reason,
    description,
    projectUuid,
    createdBy: memberUuid,
    isWanted: domain === 'security' && (await readAccountConfiguration(tx, scope)).account.requires_approval,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  })
  await incrementRevision(tx, scope)
  return row
}

function created(row: ExclusionRow) {
  const after = wireExclusion(row)
  return { result: after, target: { exclusionUuid: after.id }, after }
}

/** Only vulnerabilities have advisories: of another domain, such an exclusion would never apply. */
function checkKind(domain: Exclusion['domain'], { kind }: Exclusion['target']): void {
  if (domain !== 'security' && kind !== 'library')
    throw new Problem(400, 'invalidInput', `The ${domain} of a component is excluded by its name`)
}

function checkEnd({ expiresAt }: { expiresAt: number | null }): void {
  if (expiresAt !== null && expiresAt <= Date.now())
    throw new Problem(400, 'invalidInput', 'The end date is in the past')
}

/** The project of the uuid; null stands for the whole account. */
async function findOwner(db: Database, scope: Scope, uuid: string): Promise<string | null> {
  if (uuid.toLowerCase() === scope.accountUuid) return null
  const project = await findProject(db, scope, checkUuid(uuid, 'project'))
  return project?.uuid ?? throwNotFound('project')
}

const checkUuid = (uuid: string, what: string): string =>
  isUuid(uuid) ? uuid.toLowerCase() : throwNotFound(what)

type Input = ParsedInput<typeof contract.exclusions.remove>

/** The exclusion to delete: its id, or what it excludes. Throws Problem 400 unless exactly one is named. */
function readNamed(
  { language, name, ...query }: Input['query'],
  body: Input['body'] = {},
): { id: string } | Pick<Exclusion, 'target' | 'projectUuid'> {
  const library = language !== undefined && name !== undefined ? { language, name } : body.library
  const { id = body.id, uuid = body.uuid, cve = body.cve, version = body.version } = query
  if ([id, uuid, cve, library].filter((each) => each !== undefined).length !== 1)
    throw new Problem(400, 'invalidInput', 'Specify exactly one of id, uuid, cve and library')
  if (id !== undefined) return { id }
  const projectUuid = (query.projectUuid ?? body.projectUuid)?.toLowerCase() ?? null
  return { target: targetOf({ uuid, cve, library, version }), projectUuid }
}
