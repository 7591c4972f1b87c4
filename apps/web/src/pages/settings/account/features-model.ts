/** Available and active features of an account. */
interface FeatureInput {
  catalog: readonly { name: string; description: string }[]
  features: readonly string[]
  plan: string
}

/** Why 'members' is on or off: it is derived from plan and teams. */
type MembersReason = 'openSource' | 'teams' | 'always'

export interface Feature {
  name: string
  description: string
  isOn: boolean
  /** null if it can be turned on or off. */
  follows: MembersReason | null
}

export const featuresOf = ({ catalog, features, plan }: FeatureInput): Feature[] => {
  const hasTeams = features.includes('teams')
  return catalog.map(({ name, description }) => {
    if (name !== 'members') return { name, description, isOn: features.includes(name), follows: null }
    const isOn = plan !== 'opensource' && !hasTeams
    const why = plan === 'opensource' ? 'openSource' : hasTeams ? 'teams' : 'always'
    return { name, description, isOn, follows: why }
  })
}

/** The resulting active features, in API format. */
export const withFeature = (features: readonly string[], name: string, isOn: boolean): string[] => {
  const others = features.filter((each) => each !== name && each !== 'members')
  return isOn ? [...others, name] : others
}
