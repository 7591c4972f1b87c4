/**
 * Permissions by role, enforced by the server, typed in the SDK and used by the web app.
 * Source: the specification's roles and permissions.
 */
const groups = {
  tokens: [
    ...(['read-self', 'create-self', 'edit-self', 'delete-self'] as const),
    ...(['read-any', 'create-any', 'edit-any', 'delete-any'] as const),
  ],
  projects: ['read', 'edit', 'delete'],
  tags: ['read', 'create', 'edit', 'delete'],
  insights: ['read'],
  teams: ['read', 'create', 'edit', 'delete'],
  members: ['read', 'create', 'edit', 'delete'],
  policies: ['read', 'create', 'edit', 'delete'],
  isaac: ['read', 'edit'],
  account: ['read', 'edit', 'disable', 'support'],
  configuration: ['read', 'edit'],
  reports: ['read', 'edit', 'delete'],
} as const

type Groups = typeof groups
export type Permission = { [G in keyof Groups]: `${G}.${Groups[G][number]}` }[keyof Groups]

/** Every permission, in the table's order. */
export const permissions = Object.entries(groups).flatMap(([group, acts]) =>
  acts.map((act) => `${group}.${act}` as Permission),
)

/** Highest first; account roles before team roles. */
export const roles = [
  'Administrator',
  'Collaborator',
  'Viewer',
  'Team administrator',
  'Team collaborator',
  'Team viewer',
] as const
export type Role = (typeof roles)[number]

const all = (...names: (keyof Groups)[]) =>
  permissions.filter((permission) => names.some((name) => permission.startsWith(`${name}.`)))

const viewer: Permission[] = [
  ...(['tokens.read-self', 'tokens.create-self', 'tokens.edit-self', 'tokens.delete-self'] as const),
  ...(['projects.read', 'tags.read', 'insights.read', 'teams.read', 'members.read'] as const),
  ...(['policies.read', 'isaac.read', 'account.read', 'reports.read'] as const),
]
const collaborator: Permission[] = [...viewer, 'account.support', 'projects.edit', 'reports.edit']
const teamAdministrator: Permission[] = [
  ...all('tokens', 'projects', 'members', 'policies', 'reports'),
  ...(['tags.read', 'insights.read', 'isaac.read', 'account.read', 'teams.read', 'teams.edit'] as const),
]

const byRole: Record<Role, ReadonlySet<Permission>> = {
  Administrator: new Set(permissions),
  Collaborator: new Set(collaborator),
  Viewer: new Set(viewer),
  'Team administrator': new Set(teamAdministrator),
  'Team collaborator': new Set(collaborator),
  'Team viewer': new Set(viewer),
}

/** The permissions of a role. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => byRole[role]

/** Parses a role case-insensitively; null if unknown. */
export const parseRole = (value: string): Role | null =>
  roles.find((role) => role.toLowerCase() === value.trim().toLowerCase()) ?? null

/** Team roles only see what belongs to their teams. */
export const isTeamRole = (role: Role): boolean => role.startsWith('Team ')

/** The equivalent team role: 'Administrator' becomes 'Team administrator'. */
export const teamRoleOf = (role: Role): Role =>
  isTeamRole(role) ? role : (`Team ${role.toLowerCase()}` as Role)

export const tokenAccesses = ['read', 'write', 'admin', 'scim'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

const written = all('projects', 'tags', 'insights', 'policies', 'isaac', 'reports')

/**
 * Maximum permissions of a token, regardless of its member's: read only, read and scan, or all. 'scim' tokens only
 * work with SCIM endpoints.
 */
export const tokenPermissions: Record<TokenAccess, ReadonlySet<Permission>> = {
  read: new Set(permissions.filter((permission) => /\.read(?:-self|-any)?$/.test(permission))),
  write: new Set([
    ...permissions.filter((permission) => /\.read(?:-self|-any)?$/.test(permission)),
    ...written,
  ]),
  admin: new Set(permissions),
  scim: new Set<Permission>(['configuration.edit']),
}

/** Maximum permissions of a token for one team or project: nothing account-wide. */
export const narrowPermissions: Record<'team' | 'project', ReadonlySet<Permission>> = {
  team: new Set(teamAdministrator),
  project: new Set([
    ...all('projects', 'reports'),
    ...(['tags.read', 'insights.read', 'policies.read', 'isaac.read', 'account.read'] as const),
  ]),
}
