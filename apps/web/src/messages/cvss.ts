/** A CVSS metric and its values. weight: from 0, best for the defender, to 2, worst. */
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
  N: ['Network', 'Exploitable remotely over the network.', 2],
  A: ['Adjacent', 'Exploitable from the same network, such as a subnet or Wi-Fi.', 1],
  L: ['Local', 'Requires local access, or a user who opens a malicious file.', 1],
  P: ['Physical', 'Requires physical access to the device.', 0],
})
const privileges = exploit('Privileges required', {
  N: ['None', 'No authentication needed.', 2],
  L: ['Low', 'Basic user privileges needed.', 1],
  H: ['High', 'Administrator privileges needed.', 0],
})
const complexity = exploit('Attack complexity', {
  L: ['Low', 'Works reliably, without preparation.', 2],
  H: ['High', 'Depends on conditions beyond the attacker’s control.', 0],
})
const loss = (name: string, [total, some, none]: readonly [string, string, string]) =>
  impact(name, { H: ['High', total, 2], L: ['Low', some, 1], N: ['None', none, 0] })

const confidentiality = [
  'Full disclosure of data.',
  'Some data is disclosed.',
  'No data is disclosed.',
] as const
const integrity = [
  'Any data can be modified.',
  'Some data can be modified.',
  'No data can be modified.',
] as const
const availability = [
  'Full loss of availability.',
  'Reduced performance or interruptions.',
  'No loss of availability.',
] as const

const version3: MetricTexts = {
  AV: attackVector,
  AC: complexity,
  PR: privileges,
  UI: exploit('User interaction', {
    N: ['None', 'No user interaction needed.', 2],
    R: ['Required', 'A user must act first, for example follow a link.', 1],
  }),
  S: exploit('Scope', {
    C: ['Changed', 'Impact extends beyond the vulnerable component.', 2],
    U: ['Unchanged', 'Impact is limited to the vulnerable component.', 0],
  }),
  C: loss('Confidentiality', confidentiality),
  I: loss('Integrity', integrity),
  A: loss('Availability', availability),
}

const version4: MetricTexts = {
  AV: attackVector,
  AC: exploit('Attack complexity', {
    L: ['Low', 'No security measures to bypass.', 2],
    H: ['High', 'Security measures must be bypassed first.', 0],
  }),
  AT: exploit('Attack requirements', {
    N: ['None', 'Works in any deployment.', 2],
    P: ['Present', 'Works only under certain deployment conditions.', 0],
  }),
  PR: privileges,
  UI: exploit('User interaction', {
    N: ['None', 'No user interaction needed.', 2],
    P: ['Passive', 'A user must use the system as usual.', 1],
    A: ['Active', 'A user must take a specific action, such as dismissing a warning.', 0],
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
    L: ['Low', 'Works reliably, without preparation.', 2],
    M: ['Medium', 'Some conditions must be met.', 1],
    H: ['High', 'Unusual conditions must be met.', 0],
  }),
  Au: exploit('Authentication', {
    N: ['None', 'No authentication needed.', 2],
    S: ['Single', 'One authentication needed.', 1],
    M: ['Multiple', 'Several authentications needed.', 0],
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
