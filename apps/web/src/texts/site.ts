/** What the pages say that anybody may read. */
export const site = {
  plans: {
    title: 'Plans',
    body: 'There is one build, and everything is in it. A plan says what an account is for; an administrator chooses it in the settings.',
    faq: 'FAQ',
    questions: [
      ['What does it cost?', 'Nothing. You run it on your own machines; it is licensed under Apache-2.0.'],
      [
        'Where does my data go?',
        'Into your own database. Assay sends nothing anywhere unless it is set up to: mail, codes to phones, a provider of single sign-on, a mirror of advisories.',
      ],
      [
        'How current are the findings?',
        'As current as the advisories; the status page says how old they are. Each sync brings what is new and scans again what it concerns, so a project may get findings without having changed.',
      ],
      [
        'How is the security score made?',
        'From 100, each open vulnerability takes five times its CVSS score, or 25, 20, 10 or 5 by its severity; the account chooses which. Exclusions take nothing off.',
      ],
      [
        'What counts as addressed?',
        'A vulnerability whose package was upgraded out of the affected versions, or removed. Upgrades that stay vulnerable, exclusions and withdrawn advisories do not count.',
      ],
      [
        'What are days to fix?',
        'The days from the first scan that found the vulnerability, or from its publication if that came later, to the scan that no longer did.',
      ],
      [
        'A finding does not concern us. What now?',
        'Exclude it on the report, for the project or everywhere, and say why: it stays listed, but no longer counts from the next scan on. A VEX statement in the inventory does the same for that inventory.',
      ],
      [
        'Why does a component match nothing?',
        'It has no package URL, or is of an ecosystem without advisories. The report keeps it and says so.',
      ],
      [
        'Does it work in a build, without a server?',
        'Yes: assay scan --offline reads a folder and a local index, and its exit code says which score is too low.',
      ],
      [
        'Who sees my projects?',
        'The members of your account. Members with a team role see what their teams have, and no more.',
      ],
    ],
  },
  terms: {
    title: 'Terms and Conditions',
    body: 'Assay is free software under the Apache License 2.0 and comes without warranty. Whoever runs this installation may add terms of their own.',
    questions: [],
  },
  privacy: {
    title: 'Privacy Policy',
    body: 'Whoever runs this installation decides who sees what it keeps, and how long.',
    questions: [
      [
        'What is kept of you',
        'Your name and e-mail address, your password as a slow hash, your phone number if you have codes sent to it, the address and browser of each session, and what you changed, in the audit log of your account.',
      ],
      [
        'What is kept of your software',
        'The inventories that were uploaded, and what the scans found in them.',
      ],
      [
        'Cookies',
        'One keeps you logged in. Single sign-on sets another one for the minutes of a login. The browser itself remembers your access token, the theme and whether single keys act.',
      ],
      ['Other sites', 'The pages load nothing from them.'],
    ],
  },
} as const
