/**
 * The schema hash of each contract version: the SHA-256 of a description of every schema. A test compares the newest
 * with the code, so a changed call needs a new version.
 */
export const CONTRACT_HISTORY: Readonly<Record<number, string>> = {
  1: 'e9569762fbd0911ccff95c32f518c4ec88e129ce3937e178b3b6ee2573f0e8d9',
  2: '52ecdb631f72cc90523cce040e9415db4341919b87cbd99f8999c2ff4a1f5cab',
  3: '6ae075170a0ed7e9e44a5e45609bcc868a16491b1f477e4ea05d13fd823105a2',
  4: '1a748d1ab9f16dbd33931d278f4e59eee3091b70b319d7c2b20cb3d05cf6ccf2',
  5: '391feae9d11ac6c8cbea46d6b71b6af1464838a957922e7f31f6a2be7cef2cfe',
  6: '99a22f5ccebc1e37c2107a87c83934ab36439fc544bdf7c65a5d895b25b7cce1',
  7: '5f879654a9132ffcc8f989835f80d126311dd9e52a3a010c1b8d9ac253babff1',
  8: 'd97c94fddb0b1fd35ae95bf93c924a80b29e5300617f19b04ba00074180655b9',
  9: 'cfc2a3092a1d13b4f0c8dd3fbfb12704897800e75648bce84ba65d5b636ea33a',
  10: '944c95bdd48c70bcaf9960fe19ff20e1f3dc764025c0fc79e9c5dd04292c59ee',
  11: 'fe28852c4243e0dd7c34b9de5a7a982f31cfabbb71d78cc34c2d122f3a953be2',
  12: '65be255e84e864543863a795f59b022fafd5a5962836216660914508e33a08aa',
};
