/** The guide's topics in reading order. Each is a file in guide/ and in the folder of each other language; '/docs' shows the first. */
export const topicGroups = [
  { id: 'start', topics: ['first-scan', 'continuous-integration', 'command-line', 'projects'] },
  { id: 'numbers', topics: ['dashboard', 'reports', 'scores', 'findings', 'infrastructure'] },
  { id: 'decide', topics: ['fixes', 'exclusions', 'licenses', 'components'] },
  { id: 'share', topics: ['generated-reports', 'badges', 'notifications', 'integrations', 'assistant'] },
  { id: 'operate', topics: ['members', 'login', 'advisory-data', 'operation', 'api', 'whats-new'] },
] as const

export type Topic = (typeof topicGroups)[number]['topics'][number]

export const topics: readonly Topic[] = topicGroups.flatMap(({ topics }) => [...topics])

export const isTopic = (text: string | undefined): text is Topic => topics.some((topic) => topic === text)
