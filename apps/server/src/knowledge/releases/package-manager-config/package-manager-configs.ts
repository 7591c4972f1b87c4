import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { bundleConfig } from './bundle-config.ts'
import { cargoConfig } from './cargo-config.ts'
import { goEnv } from './go-env.ts'
import type { PackageManagerConfig, ConfigFiles, ConfiguredRegistry } from './config-files.ts'
import { mavenSettings } from './maven-settings.ts'
import { npmrc } from './npmrc.ts'
import { nugetConfig } from './nuget-config.ts'
import { pipConf } from './pip-conf.ts'

const packageManagerConfigs: readonly PackageManagerConfig[] = [
  npmrc,
  pipConf,
  goEnv,
  cargoConfig,
  mavenSettings,
  nugetConfig,
  bundleConfig,
]

/** The registries configured for package clients on this machine. */
export async function findRegistries(files: ConfigFiles): Promise<Map<EcosystemId, ConfiguredRegistry[]>> {
  const found = packageManagerConfigs.map(
    async ({ ecosystem, find }) => [ecosystem, await find(files)] as const,
  )
  return new Map(await Promise.all(found))
}
