/** A unit of measurement: what it measures, and how many of the base unit it is. */
export interface Unit {
  /** Only quantities of one dimension can be compared. Each currency is its own dimension. */
  dimension: string;
  factor: number;
  /** Added after the factor; only temperatures need it. */
  offset: number;
  /** Units of one system convert exactly; between systems people round. */
  system: string;
}

const units = new Map<string, Unit>();

const define = (dimension: string, system: string, table: string): void => {
  for (const entry of table.split(";")) {
    const [names = "", factor = "1", offset = "0"] = entry.trim().split("=");
    const unit = { dimension, system, factor: Number(factor), offset: Number(offset) };
    for (const name of names.trim().split(",")) units.set(name, unit);
  }
};

define(
  "time",
  "clock",
  "ns,nanosecond=1e-9;microsecond=1e-6;ms,millisecond=0.001;s,sec,second=1;min,minute=60;h,hr,hour=3600;day=86400;week=604800;fortnight=1209600",
);
define(
  "time",
  "calendar",
  "month=2629746;quarter=7889238;yr,year=31556952;decade=315569520;century=3155695200;millennium=31556952000",
);
define(
  "length",
  "metric",
  "nm,nanometer=1e-9;micron,micrometer=1e-6;mm,millimeter=0.001;cm,centimeter=0.01;m,meter=1;km,kilometer=1000",
);
define("length", "imperial", "inch=0.0254;ft,foot=0.3048;yd,yard=0.9144;mi,mile=1609.344");
define("length", "sea", "league=4828;fathom=1.8288;nautical=1852");
define("length", "sky", "au,astronomical=149597870700;lightyear=9.4607e15;parsec=3.0857e16");
define("mass", "metric", "mg,milligram=1e-6;g,gram=0.001;kg,kilo,kilogram=1;tonne,ton=1000");
define("mass", "imperial", "oz,ounce=0.0283495;lb=0.453592;stone=6.35029");
define("mass", "imperial", "pound=0.453592");
define("volume", "metric", "ml,milliliter=0.001;cl,centiliter=0.01;l,liter=1");
define(
  "volume",
  "imperial",
  "gallon=3.78541;quart=0.946353;pint=0.473176;cup=0.236588;tablespoon=0.0147868;teaspoon=0.00492892;barrel=158.987",
);
define("area", "metric", "sqm,square meter=1;hectare,ha=10000;square kilometer=1000000");
define(
  "area",
  "imperial",
  "acre=4046.86;square foot=0.092903;square mile=2589988;square yard=0.836127;square inch=0.00064516",
);
define(
  "speed",
  "metric",
  "kph,kmh,kilometer per hour=0.277778;mps,meter per second=1;kilometer per second=1000",
);
define("speed", "imperial", "mph,mile per hour=0.44704;knot=0.514444;foot per second=0.3048");
define("temperature", "celsius", "celsius,degree c,degree celsius=1;kelvin=1=-273.15");
define(
  "temperature",
  "fahrenheit",
  "fahrenheit,degree f,degree fahrenheit=0.5555555555555556=-17.77777777777778",
);
define(
  "data",
  "bytes",
  "bit=0.125;byte=1;kb,kilobyte=1e3;mb,megabyte=1e6;gb,gigabyte=1e9;tb,terabyte=1e12;pb,petabyte=1e15;kib=1024;mib=1048576;gib=1073741824;tib=1099511627776",
);
define(
  "energy",
  "metric",
  "joule=1;kj,kilojoule=1000;kwh=3600000;calorie=4.184;kcal,kilocalorie=4184",
);
define(
  "power",
  "metric",
  "watt=1;kw,kilowatt=1000;mw,megawatt=1e6;gw,gigawatt=1e9;hp,horsepower=745.7",
);
define("angle", "circle", "degree=1;radian=57.29577951308232");
define("frequency", "metric", "hz,hertz=1;khz,kilohertz=1e3;mhz,megahertz=1e6;ghz,gigahertz=1e9");
define("percent", "percent", "%,percent,percentage=1");
for (const [code, names] of Object.entries({
  usd: "$,usd,dollar,us dollar,buck",
  cent: "cent",
  eur: "€,eur,euro",
  gbp: "£,gbp,sterling,pound sterling,quid",
  jpy: "¥,jpy,yen",
  inr: "₹,inr,rupee",
  cny: "cny,rmb,yuan",
  chf: "chf,franc",
  krw: "₩,won",
  btc: "₿,btc,bitcoin",
  rub: "₽,ruble,rouble",
}))
  for (const name of names.split(","))
    units.set(name, { dimension: code, system: code, factor: 1, offset: 0 });

/** The unit that a word or sign means, singular or plural: "miles", "km", "€". */
export function unitOf(name: string): Unit | undefined {
  const known = units.get(name);
  if (known !== undefined) return known;
  if (name === "feet") return units.get("foot");
  if (name === "inches") return units.get("inch");
  if (name === "centuries") return units.get("century");
  if (name.endsWith("metre")) return units.get(`${name.slice(0, -2)}er`);
  if (name.endsWith("metres")) return units.get(`${name.slice(0, -3)}er`);
  if (name.endsWith("litre") || name.endsWith("litres"))
    return units.get(name.replace(/litres?$/, "liter"));
  return name.length > 2 && name.endsWith("s") ? units.get(name.slice(0, -1)) : undefined;
}
