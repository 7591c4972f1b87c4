import { contract } from '@assay/contract/contract.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { randomUUID } from 'node:crypto'
import { limitOf, reserve } from '#auth/limits/rate-limit.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { openAuthorization } from '#knowledge/registries/credentials.ts'
import {
  deleteRegistry,
  findRegistry,
  insertRegistry,
  listRegistries,
  lockRegistry,
  type RegistryRow,
  updateRegistry,
} from '#knowledge/registries/store.ts'
import { applyRegistryJob } from '#knowledge/releases/apply-registry-job.ts'
import { registryClients } from '#knowledge/releases/clients/clients.ts'
import { matchesPrefix } from '#knowledge/releases/clients/name-pattern.ts'
import { countPackagesOf, makeDue } from '#knowledge/releases/registry-packages-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkRegistry } from './check-registry.ts'
import { changeContent, readContent } from './read-content.ts'
import { wireRegistry } from './wire-registry.ts'

/** Checks of one member, within the window of rate limits. */
const freeChecks = 30

export function registriesRoutes(context: AppContext): void {
  const { routes, db, vault, queue } = context
  const apply = (tx: Tx, { accountUuid }: Scope, rows: Pick<RegistryRow, 'ecosystem' | 'prefixes'>[]) => {
    const prefixes = [...new Set(rows.flatMap((row) => row.prefixes))]
    return queue.send(tx, applyRegistryJob, { accountUuid, ecosystem: rows[0]!.ecosystem, prefixes })
  }
  registerRoutes(routes, contract.registries, {
    async list({ caller }) {
      const ecosystems = registryClients.map(({ ecosystem, example }) => ({
        id: ecosystem,
        name: ecosystemById(ecosystem).name,
        example,
      }))
      return { registries: await wireAll(db, caller.scope), ecosystems }
    },
    create({ caller, body, change }) {
      const { scope } = caller
      const uuid = randomUUID()
      const content = readContent(vault, { accountUuid: scope.accountUuid, uuid }, body)
      return change(async (tx) => {
        await insertRegistry(tx, scope, content)
        await checkLimit(tx, scope, 'registries')
        await apply(tx, scope, [content])
        const after = await wireOne(tx, scope, uuid)
        return { result: after, target: { registryUuid: uuid }, after }
      })
    },
    update({ caller, params, body, change }) {
      const { scope } = caller
      return change(async (tx) => {
        const existing =
          (await lockRegistry(tx, scope, params.registryUuid)) ?? throwNotFound('package registry')
        const before = await wireOne(tx, scope, existing.uuid)
        const content = changeContent(vault, { ...existing, accountUuid: scope.accountUuid }, body)
        await updateRegistry(tx, scope, content)
        const isAnotherAddress = content.url !== existing.url
        await makeDue(tx, scope, { registryUuid: existing.uuid, isAnotherAddress })
        await apply(tx, scope, [existing, content])
        const after = await wireOne(tx, scope, existing.uuid)
        return { result: after, before, after }
      })
    },
    remove({ caller, params, change }) {
      const { scope } = caller
      return change(async (tx) => {
        const existing =
          (await lockRegistry(tx, scope, params.registryUuid)) ?? throwNotFound('package registry')
        const before = await wireOne(tx, scope, existing.uuid)
        await deleteRegistry(tx, scope, existing.uuid)
        await apply(tx, scope, [existing])
        return { result: {}, before }
      })
    },
    check: ({ caller, params, body: { name } }) =>
      check(context, caller, { registryUuid: params.registryUuid, name }),
  })
}

interface Check {
  registryUuid: string
  name: string
}

async function check(context: AppContext, { scope, memberUuid }: Caller, { registryUuid, name }: Check) {
  const { db, vault } = context
  const existing = (await findRegistry(db, scope, registryUuid)) ?? throwNotFound('package registry')
  const { prefixes, pattern, url, credentials } = existing
  const ecosystem = existing.ecosystem as EcosystemId
  if (!matchesPrefix(prefixes, ecosystemById(ecosystem).normalizeName(name)))
    throw new Problem(400, 'registryInvalid', `The pattern ${pattern} does not match ${name}`)
  const limit = limitOf(`registry checks by ${memberUuid}`, freeChecks)
  await reserve(db, [limit], { errorType: 'tooManyAttempts', message: 'Too many registry checks' })
  const authorization = openAuthorization(vault, { ...existing, accountUuid: scope.accountUuid }, credentials)
  return checkRegistry(context, { ecosystem, url, authorization, name })
}

async function wireAll(db: Database, scope: Scope) {
  const counts = await countPackagesOf(db, scope)
  return (await listRegistries(db, scope)).map((row) => wireRegistry(row, counts(row.uuid), Date.now()))
}

async function wireOne(tx: Tx, scope: Scope, uuid: string) {
  const row = (await findRegistry(tx, scope, uuid)) ?? throwNotFound('package registry')
  return wireRegistry(row, (await countPackagesOf(tx, scope))(uuid), Date.now())
}
