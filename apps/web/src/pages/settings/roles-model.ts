import { type Permission, permissions, permissionsOf, type Role } from '@assay/contract/permissions.ts'

type SubjectOf<P> = P extends `${infer Group}.${string}-${infer Whose}`
  ? `${Group}-${Whose}`
  : P extends `${infer Group}.${string}`
    ? Group
    : never
/** What may be acted on: a group of permissions, or the part of it that is one's own or anybody's. */
type Subject = SubjectOf<Permission>

type ActOf<P> = P extends `${string}.${infer Act}-${string}`
  ? Act
  : P extends `${string}.${infer Act}`
    ? Act
    : never
export type Act = ActOf<Permission>

export interface SubjectRow {
  subject: Subject
  acts: Act[]
  /** Those of the acts that the role may do. */
  actsOf: (role: Role) => Act[]
}

/** The contract's permissions by what they act on, in its order. */
export function subjectRows(): SubjectRow[] {
  const bySubject = Map.groupBy(permissions, (permission) => partsOf(permission).subject)
  return [...bySubject].map(([subject, own]) => ({
    subject,
    acts: own.map((permission) => partsOf(permission).act),
    actsOf: (role) =>
      own
        .filter((permission) => permissionsOf(role).has(permission))
        .map((permission) => partsOf(permission).act),
  }))
}

function partsOf(permission: Permission): { subject: Subject; act: Act } {
  const [group, act, whose] = permission.split(/[.-]/)
  return { subject: (whose === undefined ? group : `${group}-${whose}`) as Subject, act: act as Act }
}
