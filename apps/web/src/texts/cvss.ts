/** What a metric asks, and what each value answers. weight: 0 is the best for who defends, 2 the worst. */
export interface MetricText {
  name: string
  group: 'exploit' | 'impact'
  values: Readonly<Record<string, readonly [name: string, meaning: string, weight: 0 | 1 | 2]>>
}

type MetricTexts = Readonly<Record<string, MetricText>>

const exploit = (name: string, values: MetricText['values']): MetricText => ({
  name,
  group: 'exploit',
  values,
})
const impact = (name: string, values: MetricText['values']): MetricText => ({ name, group: 'impact', values })

const attackVector = exploit('Attack vector', {
  N: ['Network', 'It can be attacked from anywhere on the network.', 2],
  A: ['Adjacent', 'The attacker must be on the same network, such as a Wi-Fi or a subnet.', 1],
  L: ['Local', 'The attacker needs access to the machine, or someone who opens a file there.', 1],
  P: ['Physical', 'The attacker must touch the device.', 0],
})
const privileges = exploit('Privileges required', {
  N: ['None', 'No login is needed.', 2],
  L: ['Low', 'An ordinary login is needed.', 1],
  H: ['High', 'An administrator’s rights are needed.', 0],
})
const complexity = exploit('Attack complexity', {
  L: ['Low', 'It works every time, without preparation.', 2],
  H: ['High', 'It depends on conditions that the attacker does not control.', 0],
})
const loss = (name: string, [total, some, none]: readonly [string, string, string]) =>
  impact(name, { H: ['High', total, 2], L: ['Low', some, 1], N: ['None', none, 0] })

const confidentiality = ['All can be read.', 'Some can be read.', 'Nothing can be read.'] as const
const integrity = ['Anything can be changed.', 'Some can be changed.', 'Nothing can be changed.'] as const
const availability = [
  'It can be put out of service.',
  'It can be slowed or interrupted.',
  'It goes on working.',
] as const

const version3: MetricTexts = {
  AV: attackVector,
  AC: complexity,
  PR: privileges,
  UI: exploit('User interaction', {
    N: ['None', 'Nobody has to be tricked into anything.', 2],
    R: ['Required', 'Someone must do something first, such as follow a link.', 1],
  }),
  S: exploit('Scope', {
    C: ['Changed', 'The attack reaches beyond the vulnerable component.', 2],
    U: ['Unchanged', 'The attack stays within the vulnerable component.', 0],
  }),
  C: loss('Confidentiality', confidentiality),
  I: loss('Integrity', integrity),
  A: loss('Availability', availability),
}

const version4: MetricTexts = {
  AV: attackVector,
  AC: exploit('Attack complexity', {
    L: ['Low', 'No defense has to be got around.', 2],
    H: ['High', 'Defenses of the system have to be got around first.', 0],
  }),
  AT: exploit('Attack requirements', {
    N: ['None', 'It works in any deployment.', 2],
    P: ['Present', 'It works only where certain conditions hold.', 0],
  }),
  PR: privileges,
  UI: exploit('User interaction', {
    N: ['None', 'Nobody has to be tricked into anything.', 2],
    P: ['Passive', 'Someone must use the system in an ordinary way.', 1],
    A: ['Active', 'Someone must do something unusual, such as dismiss a warning.', 0],
  }),
  VC: loss('Confidentiality', confidentiality),
  VI: loss('Integrity', integrity),
  VA: loss('Availability', availability),
  SC: loss('Confidentiality of other systems', confidentiality),
  SI: loss('Integrity of other systems', integrity),
  SA: loss('Availability of other systems', availability),
}

const loss2 = (name: string, [total, some, none]: readonly [string, string, string]) =>
  impact(name, { C: ['Complete', total, 2], P: ['Partial', some, 1], N: ['None', none, 0] })

const version2: MetricTexts = {
  AV: exploit('Access vector', {
    N: attackVector.values['N']!,
    A: attackVector.values['A']!,
    L: attackVector.values['L']!,
  }),
  AC: exploit('Access complexity', {
    L: ['Low', 'It works every time, without preparation.', 2],
    M: ['Medium', 'Some conditions have to hold.', 1],
    H: ['High', 'Unusual conditions have to hold.', 0],
  }),
  Au: exploit('Authentication', {
    N: ['None', 'No login is needed.', 2],
    S: ['Single', 'One login is needed.', 1],
    M: ['Multiple', 'Several logins are needed.', 0],
  }),
  C: loss2('Confidentiality', confidentiality),
  I: loss2('Integrity', integrity),
  A: loss2('Availability', availability),
}

/** The base metrics of each version, by https://www.first.org/cvss/. */
export const cvssMetrics: Readonly<Record<string, MetricTexts>> = {
  '2.0': version2,
  '3.0': version3,
  '3.1': version3,
  '4.0': version4,
}
