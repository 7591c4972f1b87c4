import type { ComponentItem } from '@assay/contract/scans.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import { judged, languageOf } from './other-assessments.ts'
import type { StoredComponent } from './store.ts'

/** Every component of a scan with what its three assessments say of it. */
export const listComponents = (components: StoredComponent[]): ComponentItem[] =>
  components.map((each) => ({
    ...{ name: each.name, version: each.version, language: languageOf(each), purl: each.purl },
    ...{ webUrl: webUrlOf(each), scope: each.scope, isDirect: each.is_direct },
    ...{ latestPatch: each.latest_patch, latestMinor: each.latest_minor, latestMajor: each.latest_major },
    stability: each.stability,
    ...judged(each),
  }))

const webUrlOf = ({ ecosystem, name, version }: StoredComponent) =>
  ecosystem === null ? null : ecosystemById(ecosystem as EcosystemId).webUrl(name, version)
