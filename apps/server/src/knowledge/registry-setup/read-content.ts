import type { contract } from '@assay/contract/contract.ts'
import type { CredentialKind, RegistryCredentials } from '@assay/contract/registries.ts'
import type { z } from 'zod'
import { sealCredentials } from '#knowledge/registries/credentials.ts'
import type { RegistryKey } from '#knowledge/registries/state-store.ts'
import type { RegistryContent, RegistryRow } from '#knowledge/registries/store.ts'
import type { RegistryClient } from '#knowledge/releases/clients/client.ts'
import { registryClients } from '#knowledge/releases/clients/clients.ts'
import { prefixesOf } from '#knowledge/releases/clients/name-pattern.ts'
import { Problem } from '#platform/http/problem.ts'
import type { Vault } from '#platform/secrets/vault.ts'

type Registries = typeof contract.registries

/** Throws 400 for an ecosystem without a client, or a pattern that matches nothing. */
export function readContent(
  vault: Vault,
  key: RegistryKey,
  { ecosystem, pattern, url, credentials, enabled }: z.output<Registries['create']['body']>,
) {
  const client = requireClient(ecosystem)
  return {
    uuid: key.uuid,
    ecosystem: client.ecosystem,
    ...patternOf(client, pattern),
    url: withoutSlash(url),
    ...sealed(vault, key, credentials),
    enabled,
  }
}

/** Merges the given fields over the stored ones. Credentials are sent to a new address only if they are entered again. */
export function changeContent(
  vault: Vault,
  registry: RegistryRow & RegistryKey,
  { pattern, url: newUrl, credentials, enabled }: z.output<Registries['update']['body']>,
): RegistryContent & { uuid: string; ecosystem: string } {
  const url = newUrl === undefined ? registry.url : withoutSlash(newUrl)
  if (url !== registry.url && registry.credentials !== null && credentials === undefined)
    throw new Problem(400, 'registryInvalid', 'The URL has changed: enter the credentials again')
  const { uuid, ecosystem } = registry
  return {
    uuid,
    ecosystem,
    pattern: registry.pattern,
    prefixes: registry.prefixes,
    ...(pattern !== undefined && patternOf(requireClient(ecosystem), pattern)),
    url,
    credentialKind: registry.credentialKind as CredentialKind,
    credentials: registry.credentials,
    ...(credentials && sealed(vault, registry, credentials)),
    enabled: enabled ?? registry.enabled,
  }
}

function requireClient(ecosystem: string): RegistryClient {
  const client = registryClients.find((each) => each.ecosystem === ecosystem)
  if (client) return client
  const names = registryClients.map((each) => each.ecosystem).join(', ')
  throw new Problem(
    400,
    'registryInvalid',
    `Registries of ${ecosystem} cannot be queried; those of ${names} can`,
  )
}

function patternOf(client: RegistryClient, pattern: string) {
  const prefixes = prefixesOf(client, pattern)
  if (prefixes) return { pattern, prefixes }
  throw new Problem(
    400,
    'registryInvalid',
    `${pattern} is not a pattern such as ${client.example}; * stands at the end alone`,
  )
}

const sealed = (vault: Vault, key: RegistryKey, credentials: RegistryCredentials) => ({
  credentialKind: credentials.kind,
  credentials: sealCredentials(vault, key, credentials),
})

const withoutSlash = (url: string) => new URL(url).href.replace(/\/+$/, '')
