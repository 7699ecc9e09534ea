/**
 * Bundled coins for demonstrations and tests: well-known ones under their real ids, with fictional prices, which every screen
 * says. Two of them share a symbol.
 */
import type { CoinList } from '#core/contract/coins.ts';

/** The moment that the figures of the sample stand for. */
export const SAMPLE_DATE = '2026-07-01T12:00:00.000Z';

/** Id, symbol, price in USD, name; the largest first. */
const COINS = `
bitcoin BTC 94712.35 Bitcoin
ethereum ETH 3218.07 Ethereum
tether USDT 1 Tether
ripple XRP 2.1984 XRP
binancecoin BNB 682.41 BNB
solana SOL 187.62 Solana
usd-coin USDC 1 USDC
dogecoin DOGE 0.3127 Dogecoin
cardano ADA 0.9218 Cardano
tron TRX 0.2476 TRON
staked-ether STETH 3214.55 Lido Staked Ether
wrapped-bitcoin WBTC 94590.1 Wrapped Bitcoin
chainlink LINK 21.84 Chainlink
avalanche-2 AVAX 36.77 Avalanche
sui SUI 4.1276 Sui
stellar XLM 0.3958 Stellar
hedera-hashgraph HBAR 0.2714 Hedera
the-open-network TON 3.4127 Toncoin
shiba-inu SHIB 0.00002183 Shiba Inu
polkadot DOT 6.842 Polkadot
litecoin LTC 104.37 Litecoin
bitcoin-cash BCH 441.26 Bitcoin Cash
hyperliquid HYPE 24.18 Hyperliquid
leo-token LEO 9.214 LEO Token
uniswap UNI 13.05 Uniswap
dai DAI 1 Dai
pepe PEPE 0.00001234 Pepe
near NEAR 5.138 NEAR Protocol
aptos APT 5.2219 Aptos
internet-computer ICP 10.46 Internet Computer
aave AAVE 309.4 Aave
ethereum-classic ETC 25.91 Ethereum Classic
monero XMR 196.8 Monero
crypto-com-chain CRO 0.1473 Cronos
render-token RENDER 6.97 Render
mantle MNT 1.143 Mantle
polygon-ecosystem-token POL 0.4711 POL (ex-MATIC)
vechain VET 0.04527 VeChain
bittensor TAO 462.3 Bittensor
kaspa KAS 0.1184 Kaspa
fetch-ai FET 1.296 Artificial Superintelligence Alliance
filecoin FIL 3.0488 Filecoin
algorand ALGO 0.3362 Algorand
arbitrum ARB 0.9134 Arbitrum
cosmos ATOM 4.8021 Cosmos
okb OKB 48.92 OKB
celestia TIA 4.713 Celestia
optimism OP 1.792 Optimism
bonk BONK 0.00002874 Bonk
ondo-finance ONDO 1.371 Ondo
injective-protocol INJ 21.03 Injective
immutable-x IMX 1.289 Immutable
blockstack STX 1.536 Stacks
theta-token THETA 2.184 Theta Network
the-graph GRT 0.1983 The Graph
worldcoin-wld WLD 2.117 Worldcoin
dogwifcoin WIF 1.742 dogwifhat
fantom FTM 0.6974 Fantom
maker MKR 1512.6 Maker
lido-dao LDO 1.903 Lido DAO
sei-network SEI 0.4036 Sei
floki FLOKI 0.0001642 FLOKI
jasmycoin JASMY 0.03311 JasmyCoin
raydium RAY 4.921 Raydium
jupiter-exchange-solana JUP 0.8617 Jupiter
ethena ENA 0.9448 Ethena
thorchain RUNE 4.312 THORChain
gala GALA 0.03482 GALA
the-sandbox SAND 0.5569 The Sandbox
decentraland MANA 0.4712 Decentraland
tezos XTZ 1.284 Tezos
flow FLOW 0.7391 Flow
iota IOTA 0.2873 IOTA
eos EOS 0.7806 EOS
neo NEO 13.86 NEO
quant-network QNT 107.9 Quant
pyth-network PYTH 0.3614 Pyth Network
ethereum-name-service ENS 33.48 Ethereum Name Service
axie-infinity AXS 6.217 Axie Infinity
curve-dao-token CRV 0.8493 Curve DAO
havven SNX 2.041 Synthetix
pendle PENDLE 4.962 Pendle
pancakeswap-token CAKE 2.418 PancakeSwap
kucoin-shares KCS 10.94 KuCoin
gatechain-token GT 16.27 Gate
arweave AR 16.53 Arweave
helium HNT 5.886 Helium
apecoin APE 1.124 ApeCoin
chiliz CHZ 0.07941 Chiliz
zcash ZEC 55.63 Zcash
dash DASH 37.48 Dash
conflux-token CFX 0.1529 Conflux
compound-governance-token COMP 76.35 Compound
1inch 1INCH 0.3917 1inch
dydx-chain DYDX 1.436 dYdX
starknet STRK 0.4629 Starknet
zksync ZK 0.1896 ZKsync
layerzero ZRO 5.074 LayerZero
notcoin NOT 0.005883 Notcoin
stepn GMT 0.1614 STEPN
gmt-token GMT 0.3287 GoMining Token
ravencoin RVN 0.01762 Ravencoin
basic-attention-token BAT 0.2391 Basic Attention
terra-luna-2 LUNA 0.4183 Terra
terra-luna LUNC 0.0001057 Terra Luna Classic
trust-wallet-token TWT 1.173 Trust Wallet
`;

export const SAMPLE_COINS: CoinList = {
  sample: true,
  stale: false,
  coins: COINS.trim()
    .split('\n')
    .map((line) => {
      const [id = '', symbol = '', price = '', ...name] = line.split(' ');
      return { id, symbol, name: name.join(' '), price, time: SAMPLE_DATE };
    }),
};
