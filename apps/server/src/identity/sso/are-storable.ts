import { findInputIssue } from '@assay/contract/input-rules.ts'
import type { IdentityClaims } from './resolve-member.ts'

/** Longer keys do not fit an index. OpenID Connect and SAML allow 255 and 256 characters. */
const maxSubjectBytes = 1024

/** Whether the database can store the claims: our input rules do not apply to providers. */
export const areStorable = (claims: IdentityClaims): boolean =>
  findInputIssue(claims) === null && Buffer.byteLength(claims.subject) <= maxSubjectBytes
