//! The goods that made-up stores sell. The brands are nobody's.

/// A kind of goods: where it stands in the category tree, its variations, its prices and its sizes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Goods {
    pub code: &'static str,
    pub name: &'static str,
    pub path: &'static [&'static str],
    pub brands: &'static [&'static str],
    pub models: &'static [&'static str],
    pub axis_1: (&'static str, &'static [&'static str]),
    pub axis_2: (&'static str, &'static [&'static str]),
    /// Lowest and highest price, whole reais.
    pub price: (i64, i64),
    /// Width, height, length in centimetres, weight in grams.
    pub size: (i32, i32, i32, i32),
}

const COLOURS: (&str, &[&str]) = ("Cor", &["Azul", "Preto", "Branco", "Vermelho", "Verde", "Cinza"]);
const CLOTHES: (&str, &[&str]) = ("Tamanho", &["P", "M", "G", "GG"]);
const SHOES: (&str, &[&str]) = ("Numeração", &["35", "36", "37", "38", "39", "40", "41", "42", "43"]);
const VOLTAGE: (&str, &[&str]) = ("Voltagem", &["110V", "220V"]);
const NONE: (&str, &[&str]) = ("", &[""]);

/// What the stores sell.
#[rustfmt::skip]
pub static GOODS: &[Goods] = &[
    Goods {
        code: "CAM", name: "Camiseta", path: &["Moda", "Roupas", "Camisetas"],
        brands: &["Algodoal", "Mandacaru"], models: &["Básica", "Gola V", "Estampada Litoral", "Dry Fit"],
        axis_1: COLOURS, axis_2: CLOTHES,
        price: (29, 119), size: (25, 3, 30, 180),
    },
    Goods {
        code: "CAL", name: "Calça Jeans", path: &["Moda", "Roupas", "Calças"],
        brands: &["Algodoal", "Serra Azul"], models: &["Reta", "Skinny", "Slim", "Wide Leg"],
        axis_1: ("Lavagem", &["Clara", "Média", "Escura"]),
        axis_2: ("Tamanho", &["36", "38", "40", "42", "44", "46"]),
        price: (89, 259), size: (30, 6, 38, 700),
    },
    Goods {
        code: "TEN", name: "Tênis", path: &["Moda", "Calçados", "Tênis"],
        brands: &["Trilheira", "Passo Leve"], models: &["Corrida", "Casual", "Caminhada", "Skate"],
        axis_1: COLOURS, axis_2: SHOES,
        price: (119, 499), size: (22, 13, 33, 900),
    },
    Goods {
        code: "SAN", name: "Sandália", path: &["Moda", "Calçados", "Sandálias"],
        brands: &["Passo Leve", "Areia Fina"], models: &["Rasteira", "Anabela", "Papete"],
        axis_1: COLOURS, axis_2: SHOES,
        price: (39, 189), size: (20, 10, 30, 500),
    },
    Goods {
        code: "PAN", name: "Panela", path: &["Casa", "Cozinha", "Panelas"],
        brands: &["Forno Mineiro", "Cobre & Cia"], models: &["de Pressão", "Antiaderente", "de Ferro", "Wok"],
        axis_1: COLOURS, axis_2: ("Capacidade", &["3 L", "4,5 L", "7 L"]),
        price: (59, 389), size: (28, 18, 40, 2400),
    },
    Goods {
        code: "LIQ", name: "Liquidificador", path: &["Casa", "Eletroportáteis", "Liquidificadores"],
        brands: &["Ventania", "Eletrolar"], models: &["Turbo 600", "Max 1000", "Compacto"],
        axis_1: COLOURS, axis_2: VOLTAGE,
        price: (99, 349), size: (22, 40, 24, 2600),
    },
    Goods {
        code: "CAF", name: "Cafeteira", path: &["Casa", "Eletroportáteis", "Cafeteiras"],
        brands: &["Eletrolar", "Serra do Café"], models: &["Italiana", "Expresso", "de Cápsula"],
        axis_1: COLOURS, axis_2: VOLTAGE,
        price: (79, 899), size: (25, 32, 28, 3100),
    },
    Goods {
        code: "LEN", name: "Jogo de Lençol", path: &["Casa", "Cama, Mesa e Banho", "Lençóis"],
        brands: &["Rede & Renda"], models: &["200 Fios", "400 Fios", "Malha"],
        axis_1: COLOURS, axis_2: ("Medida", &["Solteiro", "Casal", "Queen", "King"]),
        price: (69, 399), size: (30, 10, 38, 1500),
    },
    Goods {
        code: "TOA", name: "Toalha de Banho", path: &["Casa", "Cama, Mesa e Banho", "Toalhas"],
        brands: &["Rede & Renda", "Maresia"], models: &["Felpuda", "Gigante"],
        axis_1: COLOURS, axis_2: NONE,
        price: (25, 99), size: (30, 6, 35, 550),
    },
    Goods {
        code: "FON", name: "Fone de Ouvido", path: &["Eletrônicos", "Áudio", "Fones"],
        brands: &["Sabiá Som", "Batuque"], models: &["Bluetooth Mini", "Over-Ear", "Esportivo", "com Fio"],
        axis_1: COLOURS, axis_2: NONE,
        price: (39, 599), size: (12, 6, 16, 220),
    },
    Goods {
        code: "CXS", name: "Caixa de Som", path: &["Eletrônicos", "Áudio", "Caixas de Som"],
        brands: &["Batuque", "Sabiá Som"], models: &["Portátil", "Torre", "à Prova d'Água"],
        axis_1: COLOURS, axis_2: NONE,
        price: (79, 1299), size: (20, 20, 25, 1800),
    },
    Goods {
        code: "CEL", name: "Capa para Celular", path: &["Eletrônicos", "Celulares", "Acessórios"],
        brands: &["Casca Dura"], models: &["Silicone", "Anti-impacto", "Carteira"],
        axis_1: COLOURS, axis_2: ("Modelo", &["6,1\"", "6,4\"", "6,7\""]),
        price: (15, 89), size: (0, 0, 0, 60),
    },
    Goods {
        code: "MOU", name: "Mouse", path: &["Eletrônicos", "Informática", "Periféricos"],
        brands: &["Teclar"], models: &["sem Fio", "Gamer", "Vertical"],
        axis_1: COLOURS, axis_2: NONE,
        price: (25, 349), size: (10, 5, 14, 150),
    },
    Goods {
        code: "TEC", name: "Teclado", path: &["Eletrônicos", "Informática", "Periféricos"],
        brands: &["Teclar"], models: &["Mecânico", "ABNT2 Slim"],
        axis_1: COLOURS, axis_2: ("Switch", &["Azul", "Marrom", "Vermelho"]),
        price: (59, 699), size: (16, 4, 46, 900),
    },
    Goods {
        code: "BOL", name: "Bola", path: &["Esporte", "Futebol", "Bolas"],
        brands: &["Várzea"], models: &["Campo", "Society", "Futsal"],
        axis_1: COLOURS, axis_2: NONE,
        price: (49, 249), size: (23, 23, 23, 430),
    },
    Goods {
        code: "GAR", name: "Garrafa Térmica", path: &["Esporte", "Acessórios", "Garrafas"],
        brands: &["Nascente"], models: &["Inox", "Esportiva"],
        axis_1: COLOURS, axis_2: ("Volume", &["500 mL", "750 mL", "1 L"]),
        price: (35, 189), size: (9, 28, 9, 420),
    },
    Goods {
        code: "RAC", name: "Ração", path: &["Pet", "Cães", "Alimentação"],
        brands: &["Quintal"], models: &["Adulto", "Filhote", "Sênior"],
        axis_1: ("Sabor", &["Frango", "Carne", "Cordeiro"]), axis_2: ("Peso", &["1 kg", "3 kg", "15 kg"]),
        price: (25, 329), size: (30, 10, 45, 3000),
    },
    Goods {
        code: "ARR", name: "Arranhador", path: &["Pet", "Gatos", "Brinquedos"],
        brands: &["Quintal"], models: &["Torre", "Rampa"],
        axis_1: ("Cor", &["Bege", "Cinza"]), axis_2: NONE,
        price: (59, 289), size: (40, 12, 60, 3500),
    },
    Goods {
        code: "PRF", name: "Perfume", path: &["Beleza", "Perfumaria", "Perfumes"],
        brands: &["Flor de Cacto"], models: &["Brisa", "Noite Tropical", "Âmbar"],
        axis_1: ("Volume", &["30 mL", "50 mL", "100 mL"]), axis_2: NONE,
        price: (79, 459), size: (8, 14, 8, 350),
    },
    Goods {
        code: "LIV", name: "Livro", path: &["Livros", "Literatura", "Contos"],
        brands: &["Editora Varanda"],
        models: &["Contos do Sertão", "Cartas de Ouro Preto", "A Casa do Rio", "Noites de São João"],
        axis_1: ("Formato", &["Brochura", "Capa dura"]), axis_2: NONE,
        price: (29, 129), size: (14, 2, 21, 320),
    },
];
