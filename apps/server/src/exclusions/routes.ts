import { contract } from '@assay/contract/contract.ts'
import type { Exclusion } from '@assay/contract/exclusions.ts'
import { ecosystemById, ecosystemByLanguage } from '@assay/engine/ecosystems/ecosystems.ts'
import type { Exclusion as EngineExclusion } from '@assay/engine/scan-result.ts'
import { randomUUID } from 'node:crypto'
import { raiseRevision } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject } from '../projects/store.ts'
import { type ExclusionRow, insertExclusion, listExclusions, removeExclusion } from './store.ts'

export function exclusionsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.exclusions, {
    async list({ caller, params, query }) {
      checkAccount(caller, params.accountUuid)
      return (await listExclusions(db, caller.scope, query.domain)).map(exclusionOf)
    },
    async create({ caller, params, query, body }) {
      checkAccount(caller, params.accountUuid)
      const { projectUuid, reason, description } = body
      if (projectUuid !== null && !(await findProject(db, caller.scope, projectUuid))) missing('project')
      const exclusion = { uuid: randomUUID(), domain: query.domain, target: targetOf(body), projectUuid }
      return db.transaction().execute(async (tx) => {
        const by = { reason, description, createdBy: caller.memberUuid }
        const row = await insertExclusion(tx, caller.scope, { ...exclusion, ...by })
        await raiseRevision(tx, caller.scope)
        return exclusionOf(row)
      })
    },
    async remove({ caller, params, query }) {
      checkAccount(caller, params.accountUuid)
      return db.transaction().execute(async (tx) => {
        const of = { uuid: query.id, domain: query.domain }
        if (!(await removeExclusion(tx, caller.scope, of))) missing('exclusion')
        await raiseRevision(tx, caller.scope)
        return {}
      })
    },
  })
}

interface Named {
  uuid?: string | undefined
  cve?: string | undefined
  library?: { language: string; name: string } | undefined
  version?: string | undefined
}

function targetOf({ uuid, cve, library, version }: Named): EngineExclusion['target'] {
  if (uuid !== undefined) return { kind: 'advisory', uuid }
  if (cve !== undefined) return { kind: 'cve', cve: cve.toUpperCase() }
  const ecosystem = ecosystemByLanguage(library!.language)
  if (!ecosystem)
    throw new Problem(400, 'languageUnknown', `The language ${library!.language} is not supported`)
  return { kind: 'library', ecosystem: ecosystem.id, name: library!.name, version: version ?? '*' }
}

function exclusionOf(row: ExclusionRow): Exclusion {
  return {
    ...{ id: row.uuid, domain: row.domain as Exclusion['domain'], reason: row.reason as Exclusion['reason'] },
    ...{ description: row.description, projectUuid: row.project_uuid, createdAt: row.created_at.getTime() },
    ...namedBy(row.target as EngineExclusion['target']),
  }
}

function namedBy(target: EngineExclusion['target']): Pick<Exclusion, 'uuid' | 'cve' | 'library' | 'version'> {
  if (target.kind === 'advisory') return { uuid: target.uuid }
  if (target.kind === 'cve') return { cve: target.cve }
  const { ecosystem, name, version } = target
  return { library: { language: ecosystemById(ecosystem).languages[0], name }, version }
}
