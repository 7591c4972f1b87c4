import type { AssistantService } from '@assay/contract/assistant-service.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { AppContext } from '#context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { deleteService, findService, type ServiceRow, upsertService } from './store.ts'

export type ServiceChange = ParsedInput<typeof contract.barista.saveService>['body']

/** Connection settings of the service. */
export interface ModelService {
  /** Without trailing slash. */
  url: string
  model: string
  /** '': none. */
  key: string
  dailyTokens: number
  contextTokens: number
}

type Vault = Pick<AppContext, 'vault'>

export const servicePurpose = 'assistant service'

/** null if none is configured or it is inactive. */
export async function findActiveService({
  db,
  vault,
}: Vault & { db: Database }): Promise<ModelService | null> {
  const row = await findService(db)
  return row?.isActive ? { ...row, key: openKey({ vault }, row) } : null
}

const openKey = ({ vault }: Vault, { apiKey }: Pick<ServiceRow, 'apiKey'>): string =>
  apiKey === null ? '' : vault.open(apiKey, servicePurpose)

/** The service as it would be saved. A stored key is only reused for the host it was entered for. */
export async function resolveService(
  { db, vault }: Vault & { db: Database },
  { key, ...settings }: ServiceChange,
): Promise<ModelService & { isActive: boolean }> {
  const url = settings.url.replace(/\/+$/, '')
  const stored = await findService(db)
  const storedKey = stored && key === undefined ? openKey({ vault }, stored) : ''
  if (storedKey !== '' && stored && new URL(stored.url).origin !== new URL(url).origin)
    throw new Problem(400, 'secretMissing', 'The URL has changed: enter the API key again')
  return { ...settings, url, key: key ?? storedKey }
}

export async function saveService({ tx, vault }: Vault & { tx: Tx }, change: ServiceChange) {
  const before = describe(await findService(tx))
  const { key, ...service } = await resolveService({ db: tx, vault }, change)
  await upsertService(tx, { ...service, apiKey: key === '' ? null : vault.seal(key, servicePurpose) })
  const result = describe(await findService(tx))
  return { result, before, after: result }
}

export async function removeService(tx: Tx) {
  const before = describe(await findService(tx))
  if (!(await deleteService(tx))) throwNotFound('assistant service')
  return { result: {}, before }
}

/** Without the key. */
export const describe = (row: ServiceRow | undefined): AssistantService => ({
  isConfigured: row !== undefined,
  isActive: row?.isActive ?? false,
  url: row?.url ?? '',
  model: row?.model ?? '',
  hasKey: row?.apiKey != null,
  dailyTokens: row?.dailyTokens ?? 400_000,
  contextTokens: row?.contextTokens ?? 16_000,
  updatedAt: row?.updatedAt.getTime() ?? null,
})

export const hostOf = ({ url }: Pick<ModelService, 'url'>): string => new URL(url).host
