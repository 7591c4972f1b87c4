import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { RegistryClient } from './client.ts'
import { cratesClient } from './crates.ts'
import { goClient } from './go.ts'
import { hexClient } from './hex.ts'
import { mavenClient } from './maven.ts'
import { npmClient } from './npm.ts'
import { nugetClient } from './nuget.ts'
import { packagistClient } from './packagist.ts'
import { pubClient } from './pub.ts'
import { pypiClient } from './pypi.ts'
import { rubygemsClient } from './rubygems.ts'

/** All supported registry protocols: add a file and a line here for a new one. */
export const registryClients: readonly RegistryClient[] = [
  npmClient,
  pypiClient,
  mavenClient,
  goClient,
  cratesClient,
  rubygemsClient,
  nugetClient,
  packagistClient,
  hexClient,
  pubClient,
]

const byEcosystem = new Map(registryClients.map((client) => [client.ecosystem, client]))

/** null if no client supports registries of the ecosystem. */
export const clientOf = (ecosystem: EcosystemId): RegistryClient | null => byEcosystem.get(ecosystem) ?? null
