/**
 * Who may do what, as one table: the server checks it, the SDK types it, the interface shows it.
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

/** Highest first; those of the whole account before those of teams. */
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

/** What a role may do. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => byRole[role]

/** Roles are compared without case; null when the text names none. */
export const parseRole = (value: string): Role | null =>
  roles.find((role) => role.toLowerCase() === value.trim().toLowerCase()) ?? null

/** A team role sees only what its teams have. */
export const isTeamRole = (role: Role): boolean => role.startsWith('Team ')

/** The role as it counts within a team: 'Administrator' there is 'Team administrator'. */
export const teamRoleOf = (role: Role): Role =>
  isTeamRole(role) ? role : (`Team ${role.toLowerCase()}` as Role)

export const tokenAccesses = ['read', 'write', 'admin', 'scim'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

const written = all('projects', 'tags', 'insights', 'policies', 'isaac', 'reports')

/**
 * What a token may do at most, whatever its member may: to read, to change what is scanned, or all. One of 'scim' is
 * answered by the calls of SCIM alone.
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

/** What a token of one team or one project may do at most: nothing that reaches further. */
export const narrowPermissions: Record<'team' | 'project', ReadonlySet<Permission>> = {
  team: new Set(teamAdministrator),
  project: new Set([
    ...all('projects', 'reports'),
    ...(['tags.read', 'insights.read', 'policies.read', 'isaac.read', 'account.read'] as const),
  ]),
}
