/** Metric prefixes: factor and name. */
export const PREFIXES: Readonly<Record<string, readonly [factor: number, name: string]>> = {
  p: [1e-12, "pico"],
  n: [1e-9, "nano"],
  μ: [1e-6, "micro"],
  u: [1e-6, "micro"],
  m: [1e-3, "milli"],
  c: [1e-2, "centi"],
  d: [1e-1, "deci"],
  h: [1e2, "hecto"],
  k: [1e3, "kilo"],
  K: [1e3, "kilo"],
  M: [1e6, "mega"],
  G: [1e9, "giga"],
  T: [1e12, "tera"],
  P: [1e15, "peta"],
  Ki: [2 ** 10, "kibi"],
  Mi: [2 ** 20, "mebi"],
  Gi: [2 ** 30, "gibi"],
  Ti: [2 ** 40, "tebi"],
};

/**
 * Units with prefixes: dimension, factor, symbols ("-" before a symbol that is ambiguous alone), names,
 * prefixes.
 */
export const METRIC_UNITS = `
length 1 m meter,metre k m c μ n d
mass .001 g gram,gramme k m μ u n
volume 1 l,L liter,litre m μ c d h
time 1 s,sec second m μ n
time 3600 h hour
energy 3600 Wh watt_hour k M G T
power 1 W watt k M G T m
energy 1 J joule k M G
energy 4.184 cal calorie k
energy 1.602176634e-19 eV electronvolt,electron_volt k M G T m
frequency 1 Hz hertz k M G T
pressure 1 Pa pascal k M h G
pressure 1e5 bar - m
voltage 1 V volt m k μ
current 1 -A ampere,amp m μ k
charge 3600 Ah ampere_hour,amp_hour m k
resistance 1 Ω ohm k M m
force 1 -N newton k M
amount 1 mol mole m μ n
data 1 -B byte k K M G T P Ki Mi Gi Ti
data .125 bit bit k K M G T
data/time .125 -bps - k K M G T
radiation 1 Sv sievert m μ
activity 1 Bq becquerel k M G
`;

/** Other units: dimension, system, then names with their factors. */
export const OTHER_UNITS = `
time clock min,minute=60;hr,hrs=3600;day=86400;week,wk=604800;fortnight=1209600
time calendar month,mo=2629746;quarter=7889238;yr,yrs,year=31556952;decade=315569520;century=3155695200;millennium=31556952000
length metric micron=1e-6
length imperial inch=.0254;ft,foot=.3048;yd,yard=.9144;mi,mile=1609.344
length sea league=4828;fathom=1.8288;nautical_mile,nmi=1852
length sky au,astronomical_unit=149597870700;lightyear,light_year,ly=9.4607e15;parsec=3.0857e16
mass metric mcg=1e-9;kilo=1;tonne,metric_ton,metric_tonne=1000
mass imperial oz,ounce=.028349523125;lb,lbs,pound=.45359237;stone=6.35029318;short_ton=907.18474;long_ton=1016.0469088
volume metric cc=.001
volume imperial gallon,gal,us_gallon=3.785411784;quart=.946352946;pint=.473176473;cup=.2365882365;tablespoon,tbsp=.01478676478125;teaspoon,tsp=.00492892159375;fluid_ounce,fl_oz=.0295735295625;barrel=158.987294928
volume british imperial_gallon=4.54609;imperial_pint=.56826125
area metric sqm=1;hectare,ha=10000
area imperial acre=4046.8564224;sqft=.09290304
length/time metric/3600 kph,kmh=.2777777777777778
length/time metric/1 mps,m/s=1
length/time imperial/3600 mph=.44704
length/time sea/3600 knot,kn=.5144444444444445
temperature celsius °c,celsius,centigrade,degree_c,degree_celsius,degree_centigrade=1;kelvin=1=-273.15
temperature fahrenheit °f,fahrenheit,degree_f,degree_fahrenheit=.5555555555555556=-17.77777777777778
energy imperial btu=1055.06
power imperial hp,horsepower=745.7
pressure mercury mmhg,mm_hg,millimeter_of_mercury,torr=133.322
pressure imperial psi=6894.757
pressure air atm,atmosphere=101325
angle circle °,degree=1;radian=57.29577951308232
percent percent %,percent,per_cent=1
percentage_point percent percentage_point,pp=1;basis_point,bp=.01
ppm ppm ppm,part_per_million=1;ppb,part_per_billion=1e-3
dose iu iu,international_unit=1
sound decibel db,decibel=1
rate turns rpm,revolution_per_minute=1
rate beats bpm,beat_per_minute=1
cent cent cent,¢=1
usd usd $,us$,usd,dollar,us_dollar,american_dollar,buck=1
eur eur €,eur,euro=1
gbp gbp £,gbp,sterling,pound_sterling,british_pound,quid=1;pence,penny=.01
jpy jpy ¥,jpy,yen=1
inr inr ₹,inr,rupee,indian_rupee=1
cny cny cny,rmb,yuan=1
chf chf chf,swiss_franc=1
krw krw ₩,krw,won=1
btc btc ₿,btc,bitcoin=1
rub rub ₽,rub,ruble,rouble=1
cad cad cad,canadian_dollar,c$,ca$,can$=1
aud aud aud,australian_dollar,a$,au$=1
nzd nzd nzd,new_zealand_dollar,nz$=1
hkd hkd hkd,hong_kong_dollar,hk$=1
sgd sgd sgd,singapore_dollar,s$=1
sek sek sek,swedish_krona,krona=1
nok nok nok,norwegian_krone=1
dkk dkk dkk,danish_krone=1
pln pln pln,zloty=1
mxn mxn mxn,mexican_peso,mx$=1
brl brl brl,r$=1
zar zar zar=1
`;
