import { type Permission, permissions, permissionsOf, type Role } from '@assay/contract/permissions.ts'

type SubjectOf<P> = P extends `${infer Group}.${string}-${infer Whose}`
  ? `${Group}-${Whose}`
  : P extends `${infer Group}.${string}`
    ? Group
    : never
/** A resource: a permission group, or its own or any variant. */
type Subject = SubjectOf<Permission>

type ActionOf<P> = P extends `${string}.${infer Action}-${string}`
  ? Action
  : P extends `${string}.${infer Action}`
    ? Action
    : never
export type Action = ActionOf<Permission>

export interface SubjectRow {
  subject: Subject
  actions: Action[]
  /** The actions the role may perform. */
  actionsOf: (role: Role) => Action[]
}

/** The contract's permissions by resource, in order. */
export function subjectRows(): SubjectRow[] {
  const bySubject = Map.groupBy(permissions, (permission) => partsOf(permission).subject)
  return [...bySubject].map(([subject, own]) => ({
    subject,
    actions: own.map((permission) => partsOf(permission).action),
    actionsOf: (role) =>
      own
        .filter((permission) => permissionsOf(role).has(permission))
        .map((permission) => partsOf(permission).action),
  }))
}

function partsOf(permission: Permission): { subject: Subject; action: Action } {
  const [group, action, whose] = permission.split(/[.-]/)
  return { subject: (whose === undefined ? group : `${group}-${whose}`) as Subject, action: action as Action }
}
