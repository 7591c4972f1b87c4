import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'

interface Named {
  purl: string | null
  ecosystem: string | null
  name: string
  version: string
}

/** As the inventory has it, else by ecosystem, name and version; null for what has no ecosystem or version. */
export const purlOf = ({ purl, ecosystem, name, version }: Named): string | null =>
  purl ??
  (ecosystem === null || version === ''
    ? null
    : purlOfPackage({ ecosystem: ecosystem as EcosystemId, name, version }))
