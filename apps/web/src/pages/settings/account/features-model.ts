/** What an account can have, and what it has. */
interface Given {
  catalogue: readonly { name: string; description: string }[]
  features: readonly string[]
  plan: string
}

/** Why 'members' is as it is; it follows from plan and teams, and is never set. */
type MembersReason = 'openSource' | 'teams' | 'always'

export interface Feature {
  name: string
  description: string
  isOn: boolean
  /** null for one that can be switched. */
  follows: MembersReason | null
}

export const featuresOf = ({ catalogue, features, plan }: Given): Feature[] => {
  const hasTeams = features.includes('teams')
  return catalogue.map(({ name, description }) => {
    if (name !== 'members') return { name, description, isOn: features.includes(name), follows: null }
    const isOn = plan !== 'opensource' && !hasTeams
    const why = plan === 'opensource' ? 'openSource' : hasTeams ? 'teams' : 'always'
    return { name, description, isOn, follows: why }
  })
}

/** Those that are on afterwards, as the call wants them. */
export const withFeature = (features: readonly string[], name: string, isOn: boolean): string[] => {
  const others = features.filter((each) => each !== name && each !== 'members')
  return isOn ? [...others, name] : others
}
