import type { Component, Violation } from '@assay/contract/intake/dependency-track-objects.ts'
import type { StoredComponent } from '#reporting/reports/components/component-pages-store.ts'
import { componentUuid, splitName } from './list-findings.ts'
import type { VersionRow } from './versions-store.ts'
import { referenceOf } from './wire-project.ts'

type Reference = Pick<VersionRow, 'uuid' | 'name' | 'version'>
type ListedComponent = Pick<
  StoredComponent,
  'ecosystem' | 'name' | 'version' | 'purl' | 'violations' | 'latest_major' | 'latest_minor' | 'latest_patch'
>

/** With the version that it is of. */
export const wireComponent = (each: ListedComponent, of: Reference): Component => ({
  uuid: componentUuid(of.uuid, each.ecosystem ?? '', each.name, each.version),
  ...splitName(each.name),
  version: each.version,
  ...(each.purl !== null && { purl: each.purl }),
  ...latestOf(each),
  project: referenceOf(of),
})

function latestOf({ latest_major: major, latest_minor: minor, latest_patch: patch }: ListedComponent) {
  const latestVersion = major ?? minor ?? patch
  return latestVersion === null ? {} : { latestVersion }
}

/** One for each denied license. */
export const violationsOf = (component: ListedComponent, of: Reference & { at: Date }): Violation[] =>
  component.violations.map(({ policy, license }) => {
    const about = [component.name, component.version, policy, license]
    return {
      uuid: componentUuid(of.uuid, 'violation', ...about),
      type: 'LICENSE',
      project: referenceOf(of),
      component: wireComponent(component, of),
      policyCondition: {
        uuid: componentUuid(of.uuid, 'condition', policy, license),
        subject: 'LICENSE',
        operator: 'IS',
        value: license,
        violationType: 'LICENSE',
        policy: {
          uuid: componentUuid(of.uuid, 'policy', policy),
          name: policy,
          operator: 'ANY',
          violationState: 'FAIL',
        },
      },
      timestamp: of.at.getTime(),
      text: license,
    }
  })
