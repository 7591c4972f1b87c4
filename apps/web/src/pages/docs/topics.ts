/** The guide's topics in reading order. Each is a file in guide/; '/docs' shows the first. */
export const topicGroups = [
  { name: 'Start', topics: ['first-scan', 'continuous-integration', 'command-line', 'projects'] },
  { name: 'Read the numbers', topics: ['dashboard', 'reports', 'scores', 'findings', 'infrastructure'] },
  { name: 'Decide', topics: ['fixes', 'exclusions', 'licenses', 'components'] },
  { name: 'Share', topics: ['generated-reports', 'badges', 'notifications', 'integrations', 'assistant'] },
  { name: 'Run it', topics: ['members', 'login', 'advisory-data', 'operation', 'api', 'whats-new'] },
] as const

export type Topic = (typeof topicGroups)[number]['topics'][number]

export const topics: readonly Topic[] = topicGroups.flatMap(({ topics }) => [...topics])

export const isTopic = (text: string | undefined): text is Topic => topics.some((topic) => topic === text)
