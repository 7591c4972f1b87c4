import { overrides } from '@assay/contract/overrides.ts'
import { api } from '../../../api/client.ts'

export type OverrideKind = 'license' | 'copyright'

export interface OverriddenPackage {
  language: string
  name: string
  /** '*': all. */
  version: string
}

export interface Override extends OverriddenPackage {
  /** A license expression, or the words of a copyright. */
  content: string
  createdBy: string
  createdAt: number
}

/** As paths have it: '/' in a name stands there as '|'. */
const paramsOf = ({ language, name, version }: OverriddenPackage) => ({
  language,
  name: name.replaceAll('/', '|'),
  version,
})

interface Calls {
  /** What the API takes as its content. */
  schema: typeof overrides.setLicense.body.shape.license
  set: (of: OverriddenPackage, content: string) => Promise<unknown>
  remove: (of: OverriddenPackage) => Promise<unknown>
}

export const callsOf: Record<OverrideKind, Calls> = {
  license: {
    schema: overrides.setLicense.body.shape.license,
    set: (of, license) => api.overrides.setLicense({ params: paramsOf(of), body: { license } }),
    remove: (of) => api.overrides.removeLicense({ params: paramsOf(of) }),
  },
  copyright: {
    schema: overrides.setCopyright.body.shape.text,
    set: (of, text) => api.overrides.setCopyright({ params: paramsOf(of), body: { text } }),
    remove: (of) => api.overrides.removeCopyright({ params: paramsOf(of) }),
  },
}
