import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { bundleConfig } from './bundle-config.ts'
import { cargoConfig } from './cargo-config.ts'
import { goEnv } from './go-env.ts'
import type { ClientConfiguration, Machine, MachineRegistry } from './machine.ts'
import { mavenSettings } from './maven-settings.ts'
import { npmrc } from './npmrc.ts'
import { nugetConfig } from './nuget-config.ts'
import { pipConf } from './pip-conf.ts'

const clientConfigurations: readonly ClientConfiguration[] = [
  npmrc,
  pipConf,
  goEnv,
  cargoConfig,
  mavenSettings,
  nugetConfig,
  bundleConfig,
]

/** The registries configured for package clients on this machine. */
export async function findRegistries(machine: Machine): Promise<Map<EcosystemId, MachineRegistry[]>> {
  const found = clientConfigurations.map(
    async ({ ecosystem, find }) => [ecosystem, await find(machine)] as const,
  )
  return new Map(await Promise.all(found))
}
