import type { EcosystemId, UpgradeTarget } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'

/** A shell command for the upgrade; null without a release or command, or for names that look like options. */
export function upgradeCommand(
  ecosystem: EcosystemId,
  { version, ...target }: Omit<UpgradeTarget, 'version'> & { version: string | null },
): string | null {
  if (version === null || target.name.startsWith('-') || version.startsWith('-')) return null
  return ecosystemById(ecosystem).upgradeCommand?.({ ...target, version }) ?? null
}
