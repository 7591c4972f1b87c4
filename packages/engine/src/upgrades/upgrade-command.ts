import type { EcosystemId, UpgradeTarget } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems/ecosystems.ts'

/** What to paste into a shell to upgrade; null without a release or such a command, or for names read as options. */
export function upgradeCommand(
  ecosystem: EcosystemId,
  { version, ...target }: Omit<UpgradeTarget, 'version'> & { version: string | null },
): string | null {
  if (version === null || target.name.startsWith('-') || version.startsWith('-')) return null
  return ecosystemById(ecosystem).upgradeCommand?.({ ...target, version }) ?? null
}
