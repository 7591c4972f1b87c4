import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'

interface Named {
  purl: string | null
  ecosystem: string | null
  name: string
  version: string
}

/** From the inventory, otherwise from ecosystem, name and version; null without ecosystem or version. */
export const purlOf = ({ purl, ecosystem, name, version }: Named): string | null =>
  purl ??
  (ecosystem === null || version === ''
    ? null
    : purlOfPackage({ ecosystem: ecosystem as EcosystemId, name, version }))
